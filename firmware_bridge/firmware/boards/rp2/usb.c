/* A USB device of full speed with one serial port (CDC-ACM), by the controller that RP2040 and RP2350 share.
 *
 * The controller moves packets between the bus and its own memory (DPRAM); each endpoint has a control word and a buffer
 * control word there. A packet may go or come once its AVAILABLE bit is set. All of it happens in the interrupt; the rings
 * are what the rest of the program sees. */
#include <string.h>

#include "registers.h"
#include "rp2.h"
#include "usb_descriptors.h"

#define SETUP_PACKET USB_DPRAM
#define ENDPOINT_CONTROL(number, out) (USB_DPRAM + 8u * (number) + 4u * (out))
#define BUFFER_CONTROL(number, out) (USB_DPRAM + 0x80u + 8u * (number) + 4u * (out))
#define BUFFER_OF_0 0x100u
#define BUFFER_OF_NOTICES 0x180u
#define BUFFER_OF_OUT 0x1C0u
#define BUFFER_OF_IN 0x200u
#define CONTROL_ON (BIT(31) | BIT(29)) /* enabled, an interrupt for each buffer */
#define CONTROL_BULK (2u << 26)
#define CONTROL_INTERRUPT (3u << 26)
#define FULL BIT(15)
#define PID_1 BIT(13)
#define STALL BIT(11)
#define AVAILABLE BIT(10)
#define LENGTH 0x3FFu
#define STATUS_BIT(number, out) BIT(2u * (number) + (out))

enum { IN = 0, OUT = 1 };
enum request {
    GET_STATUS = 0,
    CLEAR_FEATURE = 1,
    SET_ADDRESS = 5,
    GET_DESCRIPTOR = 6,
    GET_CONFIGURATION = 8,
    SET_CONFIGURATION = 9,
    SET_INTERFACE = 11,
    SET_LINE_CODING = 0x20,
    GET_LINE_CODING = 0x21,
    SET_CONTROL_LINE_STATE = 0x22,
    SEND_BREAK = 0x23,
};
#define OF_CLASS 0x20u /* in the kind of a request */
#define OF_KINDS 0x60u
#define TO_HOST 0x80u
#define DTR 0x0001u
#define BOOTLOADER_BAUD 1200u
#define LINE_CODING_SIZE 7u

struct setup {
    uint8_t kind;
    uint8_t request;
    uint16_t value;
    uint16_t index;
    uint16_t length;
};

static uint8_t in_bytes[512];
static uint8_t out_bytes[256];
static struct ring to_host = {in_bytes, sizeof in_bytes, 0, 0};
static struct ring from_host = {out_bytes, sizeof out_bytes, 0, 0};

/* Endpoint 0: what is still to be said, and what the answer is followed by. */
static struct {
    const uint8_t *rest;
    uint16_t left;
    bool pid;
    bool more;           /* an empty packet ends what filled its last one */
    bool done;           /* the empty packet that confirms a request: nothing follows it */
    uint8_t new_address; /* from the end of this request on */
    bool takes_coding;
} control;

static uint8_t line_coding[LINE_CODING_SIZE] = {0x90, 0xD0, 0x03, 0x00, 0, 0, 8}; /* 250000 8N1 */
static volatile bool configured;
static volatile bool open;
static volatile bool bootloader;
static volatile bool sending; /* a packet waits for the host */
static bool waiting;          /* the out buffer may take a packet */
static bool pids[2];          /* of the bytes, in and out */

static void interrupts_off(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static void interrupts_on(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

/* AVAILABLE must come after the rest: the controller reads the word in its own time. */
static void arm(uintptr_t buffer_control, uint32_t value)
{
    REGISTER(buffer_control) = value;
    for (uint8_t i = 0; i < 12u; i++) {
        __asm__ volatile("nop");
    }
    REGISTER(buffer_control) = value | AVAILABLE;
}

/* The DPRAM takes bytes one by one. */
static void copy_out(uint32_t buffer, const uint8_t *bytes, uint16_t count)
{
    volatile uint8_t *to = (volatile uint8_t *)(uintptr_t)(USB_DPRAM + buffer);

    while (count-- != 0u) {
        *to++ = *bytes++;
    }
}

static void copy_in(uint8_t *bytes, uint32_t buffer, uint16_t count)
{
    const volatile uint8_t *from = (const volatile uint8_t *)(uintptr_t)(USB_DPRAM + buffer);

    while (count-- != 0u) {
        *bytes++ = *from++;
    }
}

/* Endpoint 0 ------------------------------------------------------------------------------------------------------------- */

static void control_send(void)
{
    uint16_t count = control.left < USB_PACKET ? control.left : (uint16_t)USB_PACKET;

    copy_out(BUFFER_OF_0, control.rest, count);
    control.rest += count;
    control.left = (uint16_t)(control.left - count);
    control.more = count == USB_PACKET && (control.left != 0u || control.more);
    arm(BUFFER_CONTROL(0, IN), FULL | count | (control.pid ? PID_1 : 0u));
    control.pid = !control.pid;
}

static void control_answer(const uint8_t *bytes, uint16_t count, uint16_t wanted)
{
    control.rest = bytes;
    control.left = count < wanted ? count : wanted;
    control.more = count < wanted; /* shorter than was asked for: it must end with a packet that is not full */
    control_send();
}

static void control_done(void)
{
    control.done = true;
    control_answer(line_coding, 0, 0);
}

static void control_refuse(void)
{
    REGISTER(USB_EP_STALL_ARM) = 3u;
    REGISTER(BUFFER_CONTROL(0, IN)) = STALL;
    REGISTER(BUFFER_CONTROL(0, OUT)) = STALL;
}

static void control_receive(bool pid)
{
    arm(BUFFER_CONTROL(0, OUT), USB_PACKET | (pid ? PID_1 : 0u));
}

/* The bytes of the port ---------------------------------------------------------------------------------------------------- */

static void bytes_receive(void)
{
    bool room = ring_count(&from_host) + USB_PACKET <= from_host.size;

    if (configured && !waiting && room) {
        waiting = true;
        arm(BUFFER_CONTROL(USB_BYTES, OUT), USB_PACKET | (pids[OUT] ? PID_1 : 0u));
        pids[OUT] = !pids[OUT];
    }
}

static void bytes_came(void)
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

/* What was to be said to one who has gone is not said to the next. */
static void close_port(void)
{
    open = false;
    to_host.tail = to_host.head;
    from_host.tail = from_host.head;
}

/* Requests ----------------------------------------------------------------------------------------------------------------- */

static void line_state(uint16_t value)
{
    const uint32_t baud = line_coding[0] | ((uint32_t)line_coding[1] << 8) | ((uint32_t)line_coding[2] << 16);
    bool was_open = open;

    if ((value & DTR) != 0u) {
        open = true;
    } else {
        close_port();
        bootloader = bootloader || (was_open && baud == BOOTLOADER_BAUD);
    }
}

static void class_request(const struct setup *setup)
{
    switch (setup->request) {
    case SET_LINE_CODING:
        control.takes_coding = true;
        control_receive(true);
        return;
    case GET_LINE_CODING:
        control_answer(line_coding, LINE_CODING_SIZE, setup->length);
        return;
    case SET_CONTROL_LINE_STATE:
        line_state(setup->value);
        control_done();
        return;
    case SEND_BREAK:
        control_done();
        return;
    default:
        control_refuse();
    }
}

static void set_configuration(uint16_t value)
{
    close_port();
    begin_bytes();
    configured = value != 0u;
    bytes_receive();
    control_done();
}

static void describe(const struct setup *setup)
{
    uint16_t size = 0;
    const uint8_t *descriptor = usb_descriptor(setup->value, &size);

    if (descriptor == NULL) {
        control_refuse();
    } else {
        control_answer(descriptor, size, setup->length);
    }
}

static void standard_request(const struct setup *setup)
{
    static const uint8_t nothing[2] = {0, 0};
    static const uint8_t one[1] = {1};

    switch (setup->request) {
    case GET_STATUS:
        control_answer(nothing, sizeof nothing, setup->length);
        return;
    case SET_ADDRESS:
        control.new_address = (uint8_t)(setup->value & 0x7Fu);
        control_done();
        return;
    case GET_DESCRIPTOR:
        describe(setup);
        return;
    case GET_CONFIGURATION:
        control_answer(configured ? one : nothing, 1, setup->length);
        return;
    case SET_CONFIGURATION:
        set_configuration(setup->value);
        return;
    case CLEAR_FEATURE:
    case SET_INTERFACE:
        control_done();
        return;
    default:
        control_refuse();
    }
}

static void on_setup(void)
{
    uint8_t raw[8];
    struct setup setup;

    copy_in(raw, 0, sizeof raw);
    setup.kind = raw[0];
    setup.request = raw[1];
    setup.value = (uint16_t)(raw[2] | ((uint16_t)raw[3] << 8));
    setup.index = (uint16_t)(raw[4] | ((uint16_t)raw[5] << 8));
    setup.length = (uint16_t)(raw[6] | ((uint16_t)raw[7] << 8));
    REGISTER(BUFFER_CONTROL(0, OUT)) = 0; /* bytes of this request must not come before it is understood */
    control.done = false;
    control.pid = true; /* what follows a setup packet begins with 1 */
    control.takes_coding = false;
    control.new_address = 0;
    control.left = 0;
    control.more = false;
    if ((setup.kind & OF_KINDS) == OF_CLASS) {
        class_request(&setup);
    } else {
        standard_request(&setup);
    }
}

/* A packet of ours has gone. */
static void on_control_in(void)
{
    if (control.new_address != 0u) {
        REGISTER(USB_ADDR_ENDP) = control.new_address;
        control.new_address = 0;
    } else if (control.left != 0u || control.more) {
        control_send();
    } else if (!control.done) {
        control_receive(true); /* the empty one by which the host confirms */
    }
}

static void on_control_out(void)
{
    uint16_t count = (uint16_t)(REGISTER(BUFFER_CONTROL(0, OUT)) & LENGTH);

    if (control.takes_coding && count == LINE_CODING_SIZE) {
        copy_in(line_coding, BUFFER_OF_0, LINE_CODING_SIZE);
        control.takes_coding = false;
        control_done();
    }
}

static void on_bus_reset(void)
{
    REGISTER(USB_ADDR_ENDP) = 0;
    control.new_address = 0;
    configured = false;
    close_port();
}

static void on_buffers(void)
{
    uint32_t done = REGISTER(USB_BUFF_STATUS);

    REGISTER(USB_BUFF_STATUS) = done;
    if ((done & STATUS_BIT(0, IN)) != 0u) {
        on_control_in();
    }
    if ((done & STATUS_BIT(0, OUT)) != 0u) {
        on_control_out();
    }
    if ((done & STATUS_BIT(USB_BYTES, OUT)) != 0u) {
        bytes_came();
    }
    if ((done & STATUS_BIT(USB_BYTES, IN)) != 0u) {
        sending = false;
        bytes_send();
    }
}

void usb_interrupt(void)
{
    uint32_t why = REGISTER(USB_INTS);

    if ((why & USB_INT_BUS_RESET) != 0u) {
        REGISTER(USB_SIE_STATUS) = USB_SIE_STATUS_BUS_RESET;
        on_bus_reset();
    }
    /* What has gone or come did so before the next request: in the other order it would pass for an answer to that. */
    if ((why & USB_INT_BUFF_STATUS) != 0u) {
        on_buffers();
    }
    if ((why & USB_INT_SETUP_REQ) != 0u) {
        REGISTER(USB_SIE_STATUS) = USB_SIE_STATUS_SETUP_REC;
        on_setup();
    }
}

/* For the rest of the program ---------------------------------------------------------------------------------------------- */

void usb_begin(const uint8_t uid[8])
{
    usb_describe(uid);
    SET(RESETS_RESET) = RESETS_USBCTRL;
    reset_off(RESETS_USBCTRL);
    for (uint32_t at = 0; at < 0x400u; at += 4u) {
        REGISTER(USB_DPRAM + at) = 0;
    }
    REGISTER(USB_MUXING) = USB_MUXING_TO_PHY | USB_MUXING_SOFTCON;
    REGISTER(USB_PWR) = USB_PWR_VBUS_DETECT | USB_PWR_VBUS_DETECT_OVERRIDE_EN;
    REGISTER(USB_MAIN_CTRL) = USB_MAIN_CTRL_CONTROLLER_EN;
    REGISTER(USB_SIE_CTRL) = USB_SIE_CTRL_EP0_INT_1BUF;
    REGISTER(USB_INTE) = USB_INT_BUFF_STATUS | USB_INT_BUS_RESET | USB_INT_SETUP_REQ;
    REGISTER(NVIC_ISER(USB_IRQ)) = BIT(USB_IRQ % 32u);
    SET(USB_SIE_CTRL) = USB_SIE_CTRL_PULLUP_EN; /* and the computer sees us */
}

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
