#include "usb_port.h"

#include "registers.h"
#include "rp2.h"
#include "usb_buffers.h"
#include "usb_descriptors.h"

#define BOOTLOADER_BAUD 1200u

static uint8_t in_bytes[512];
static uint8_t out_bytes[256];
static struct ring to_host = {in_bytes, sizeof in_bytes, 0, 0};
static struct ring from_host = {out_bytes, sizeof out_bytes, 0, 0};

static volatile bool configured;
static volatile bool open;
static volatile bool bootloader;
static volatile bool sending; /* a packet waits for the host */
static bool waiting;           /* the out buffer may take a packet */
static bool pids[2];          /* of the bytes, in and out */

static void interrupts_off(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static void interrupts_on(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

static void bytes_receive(void)
{
    bool room = ring_count(&from_host) + USB_PACKET <= from_host.size;

    if (configured && !waiting && room) {
        waiting = true;
        arm(BUFFER_CONTROL(USB_BYTES, OUT), USB_PACKET | (pids[OUT] ? PID_1 : 0u));
        pids[OUT] = !pids[OUT];
    }
}

void port_came(void)
{
    uint8_t packet[USB_PACKET];
    uint16_t count = (uint16_t)(REGISTER(BUFFER_CONTROL(USB_BYTES, OUT)) & LENGTH);

    copy_in(packet, BUFFER_OF_OUT, count);
    for (uint16_t i = 0; i < count; i++) {
        (void)ring_put(&from_host, packet[i]); /* there was room for all, or it were not armed */
    }
    waiting = false;
    bytes_receive();
}

/* One less than a full packet: a computer waits for more behind a full one. */
static void bytes_send(void)
{
    uint8_t packet[USB_PACKET - 1u];
    uint16_t count = 0;

    if (!configured || sending) {
        return;
    }
    while (count < sizeof packet && ring_get(&to_host, &packet[count])) {
        count++;
    }
    if (count != 0u) {
        sending = true;
        copy_out(BUFFER_OF_IN, packet, count);
        arm(BUFFER_CONTROL(USB_BYTES, IN), FULL | count | (pids[IN] ? PID_1 : 0u));
        pids[IN] = !pids[IN];
    }
}

void port_sent(void)
{
    sending = false;
    bytes_send();
}

static void begin_bytes(void)
{
    REGISTER(ENDPOINT_CONTROL(USB_NOTICES, IN)) = CONTROL_ON | CONTROL_INTERRUPT | BUFFER_OF_NOTICES;
    REGISTER(ENDPOINT_CONTROL(USB_BYTES, IN)) = CONTROL_ON | CONTROL_BULK | BUFFER_OF_IN;
    REGISTER(ENDPOINT_CONTROL(USB_BYTES, OUT)) = CONTROL_ON | CONTROL_BULK | BUFFER_OF_OUT;
    REGISTER(BUFFER_CONTROL(USB_BYTES, IN)) = 0;
    REGISTER(BUFFER_CONTROL(USB_BYTES, OUT)) = 0;
    pids[IN] = false;
    pids[OUT] = false;
    sending = false;
    waiting = false;
}

void port_configure(bool on)
{
    port_close();
    begin_bytes();
    configured = on;
    bytes_receive();
}

bool port_is_configured(void)
{
    return configured;
}

void port_close(void)
{
    open = false;
    to_host.tail = to_host.head;
    from_host.tail = from_host.head;
}

void port_line_state(bool is_open, uint32_t baud)
{
    bool was_open = open;

    if (is_open) {
        open = true;
    } else {
        port_close();
        bootloader = bootloader || (was_open && baud == BOOTLOADER_BAUD);
    }
}

/* A packet in transit keeps its bytes and gets the expected number. */
void port_begin_count(uint16_t endpoint)
{
    if (endpoint == USB_BYTES) {
        REGISTER(BUFFER_CONTROL(USB_BYTES, OUT)) = 0;
        pids[OUT] = false;
        waiting = false;
        bytes_receive();
    } else if (endpoint == (USB_BYTES | USB_IN)) {
        if (sending) {
            arm(BUFFER_CONTROL(USB_BYTES, IN), FULL | (REGISTER(BUFFER_CONTROL(USB_BYTES, IN)) & LENGTH));
        }
        pids[IN] = sending;
    }
}

/* For the rest of the program ---------------------------------------------------------------------------------------------- */

bool usb_is_open(void)
{
    return configured && open;
}

bool usb_wants_bootloader(void)
{
    return bootloader;
}

bool usb_receive(uint8_t *byte)
{
    bool got;

    interrupts_off();
    got = ring_get(&from_host, byte);
    bytes_receive();
    interrupts_on();
    return got;
}

bool usb_send(uint8_t byte)
{
    bool kept;

    interrupts_off();
    kept = ring_put(&to_host, byte);
    bytes_send();
    interrupts_on();
    return kept;
}

bool usb_is_sent(void)
{
    return !usb_is_open() || (ring_count(&to_host) == 0u && !sending);
}
