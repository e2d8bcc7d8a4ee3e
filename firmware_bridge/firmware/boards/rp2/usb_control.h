/* Endpoint 0: what the computer asks of the device and of its port. Called from the interrupt. */
#ifndef USB_CONTROL_H
#define USB_CONTROL_H

void control_reset(void); /* of the bus */
void control_setup(void); /* a request came */
void control_in(void);    /* a packet of ours has gone */
void control_out(void);   /* one came */

#endif
