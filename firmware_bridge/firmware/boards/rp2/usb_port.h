/* The bytes of the serial port, in and out. Called from the interrupt, but what rp2.h names. */
#ifndef USB_PORT_H
#define USB_PORT_H

#include <stdbool.h>
#include <stdint.h>

/* The computer has chosen our configuration, or taken it back. */
void port_configure(bool on);
bool port_is_configured(void);

/* Nobody holds the port open any more: what was to be said to one who has gone is not said to the next. */
void port_close(void);
/* It has said whether it holds the port open, at that speed. */
void port_line_state(bool is_open, uint32_t baud);

/* A packet came; one of ours has gone. */
void port_came(void);
void port_sent(void);

/* The computer counts the packets of that endpoint anew. */
void port_begin_count(uint16_t endpoint);

#endif
