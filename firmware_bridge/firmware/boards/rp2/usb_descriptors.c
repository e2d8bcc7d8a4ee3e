#include "usb_descriptors.h"

#include <stddef.h>

/* 1209:0001 is pid.codes' number for tests and must not be sold. A release needs another one. */
#define VENDOR 0x1209u
#define PRODUCT 0x0001u
#define DEVICE_RELEASE 0x0100u
#define LOW(value) ((value) & 0xFFu)
#define HIGH(value) ((value) >> 8)

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, INTERFACE = 4, ENDPOINT = 5, CLASS_SPECIFIC = 0x24 };
enum { LANGUAGES, MAKER, NAME, SERIAL };

static const uint8_t OF_DEVICE[] = {
    18,          DEVICE,        0x00,         0x02,          /* USB 2.0 */
    2,           0,             0,            USB_PACKET,    /* communications */
    LOW(VENDOR), HIGH(VENDOR),  LOW(PRODUCT), HIGH(PRODUCT), /* */
    LOW(DEVICE_RELEASE),        HIGH(DEVICE_RELEASE),        /* */
    MAKER,       NAME,          SERIAL,       1,
};

#define CONFIGURATION_SIZE 67u

static const uint8_t OF_CONFIGURATION[] = {
    9, CONFIGURATION, CONFIGURATION_SIZE, 0, 2, 1, 0, 0x80, 125, /* two interfaces, from the bus, 250 mA for the lamps */
    9, INTERFACE, 0, 0, 1, 2, 2, 0, 0,                           /* control: abstract control model */
    5, CLASS_SPECIFIC, 0x00, 0x10, 0x01,                         /* header, CDC 1.10 */
    5, CLASS_SPECIFIC, 0x01, 0x00, 1,                            /* call management: none */
    4, CLASS_SPECIFIC, 0x02, 0x02,                               /* line coding and line state */
    5, CLASS_SPECIFIC, 0x06, 0, 1,                               /* union of the two interfaces */
    7, ENDPOINT, USB_IN | USB_NOTICES, 3, 8, 0, 255,               /* interrupt */
    9, INTERFACE, 1, 0, 2, 10, 0, 0, 0,                          /* data */
    7, ENDPOINT, USB_BYTES, 2, USB_PACKET, 0, 0,                 /* bulk out */
    7, ENDPOINT, USB_IN | USB_BYTES, 2, USB_PACKET, 0, 0,          /* bulk in */
};

_Static_assert(sizeof OF_CONFIGURATION == CONFIGURATION_SIZE, "its own size is said in it");

static const uint8_t OF_LANGUAGES[] = {4, STRING, 0x09, 0x04}; /* English */

static char serial[17];
static uint8_t text[2u + 2u * 32u];

static const uint8_t *string(const char *from, uint16_t *size)
{
    uint8_t at = 2;

    while (*from != '\0' && at < sizeof text) {
        text[at++] = (uint8_t)*from++;
        text[at++] = 0;
    }
    text[0] = at;
    text[1] = STRING;
    *size = at;
    return text;
}

static const uint8_t *string_numbered(uint8_t number, uint16_t *size)
{
    switch (number) {
    case LANGUAGES:
        *size = sizeof OF_LANGUAGES;
        return OF_LANGUAGES;
    case MAKER:
        return string("Lamplight", size);
    case NAME:
        return string("Lamplight board", size);
    case SERIAL:
        return string(serial, size);
    default:
        return NULL;
    }
}

const uint8_t *usb_descriptor(uint16_t value, uint16_t *size)
{
    switch (HIGH(value)) {
    case DEVICE:
        *size = sizeof OF_DEVICE;
        return OF_DEVICE;
    case CONFIGURATION:
        *size = sizeof OF_CONFIGURATION;
        return OF_CONFIGURATION;
    case STRING:
        return string_numbered((uint8_t)LOW(value), size);
    default:
        return NULL;
    }
}

void usb_describe(const uint8_t uid[8])
{
    static const char digits[] = "0123456789ABCDEF";

    for (uint8_t i = 0; i < 8u; i++) {
        serial[2u * i] = digits[uid[i] >> 4];
        serial[2u * i + 1u] = digits[uid[i] & 0x0Fu];
    }
}
