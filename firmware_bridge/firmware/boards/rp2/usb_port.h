/* The bytes of the serial port, in and out. Called from the interrupt, but what rp2.h names. */
#ifndef USB_PORT_H
#define USB_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* The computer has chosen our configuration, or taken it back. */
void port_configure(bool on);
bool port_is_configured(void);

/* The port was closed. Unsent bytes are dropped. */
void port_close(void);
/* It has said whether it holds the port open, at that speed. */
void port_line_state(bool is_open, uint32_t baud);

/* Called when a packet arrived, and when one was sent. */
void port_came(void);
void port_sent(void);

/* Resets the packet counter of that endpoint. */
void port_begin_count(uint16_t endpoint);

#endif
