/* Endpoint 0: what the computer asks of the device and of its port. Called from the interrupt. */
#ifndef USB_CONTROL_H
#define USB_CONTROL_H

void control_reset(void); /* of the bus */
void control_setup(void); /* a request came */
void control_in(void); /* called when our packet was sent */
void control_out(void);   /* one came */

#endif
