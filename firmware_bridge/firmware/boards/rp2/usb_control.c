#include "usb_control.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "registers.h"
#include "usb_buffers.h"
#include "usb_descriptors.h"
#include "usb_port.h"

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
#define OF_ENDPOINT 0x02u
#define DTR 0x0001u
#define LINE_CODING_SIZE 7u

struct setup {
    uint8_t kind;
    uint8_t request;
    uint16_t value;
    uint16_t index;
    uint16_t length;
};

/* Endpoint 0: the remaining reply, and the action after it. */
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
    control.more = count < wanted; /* shorter than requested, so it must end with a short packet */
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

static void line_state(uint16_t value)
{
    const uint32_t baud = line_coding[0] | ((uint32_t)line_coding[1] << 8) | ((uint32_t)line_coding[2] << 16);

    port_line_state((value & DTR) != 0u, baud);
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
        control_answer(port_is_configured() ? one : nothing, 1, setup->length);
        return;
    case SET_CONFIGURATION:
        port_configure(setup->value != 0u);
        control_done();
        return;
    case CLEAR_FEATURE:
        if (setup->kind == OF_ENDPOINT) { /* a halt request resets the packet counter even without a halt */
            port_begin_count(setup->index);
        }
        control_done();
        return;
    case SET_INTERFACE:
        control_done();
        return;
    default:
        control_refuse();
    }
}

void control_setup(void)
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

void control_in(void)
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

void control_out(void)
{
    uint16_t count = (uint16_t)(REGISTER(BUFFER_CONTROL(0, OUT)) & LENGTH);

    if (control.takes_coding && count == LINE_CODING_SIZE) {
        copy_in(line_coding, BUFFER_OF_0, LINE_CODING_SIZE);
        control.takes_coding = false;
        control_done();
    }
}

void control_reset(void)
{
    REGISTER(USB_ADDR_ENDP) = 0;
    control.new_address = 0;
}
