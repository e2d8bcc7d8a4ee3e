/* USB descriptors: one serial port (CDC-ACM), with the chip id as serial number. */
#ifndef USB_DESCRIPTORS_H
#define USB_DESCRIPTORS_H

#include <stdint.h>

#define USB_PACKET 64u
#define USB_NOTICES 1u /* endpoints: 81h, never used but demanded by the class */
#define USB_BYTES 2u   /* 02h out, 82h in */
#define USB_IN 0x80u

/* Returns the descriptor `value` of a GET_DESCRIPTOR, or null. */
const uint8_t *usb_descriptor(uint16_t value, uint16_t *size);
void usb_describe(const uint8_t uid[8]);

#endif
