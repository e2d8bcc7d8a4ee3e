#include "link.h"

#include <string.h>

#include "board.h"

#define HELLOS 4u /* without a request. Each may be damaged, and a bridge waits for events until one arrives */
#define MOST_BYTES_A_TURN 64u /* so that parts are polled though the line never falls silent */

static void count(uint16_t *counter)
{
    if (*counter != UINT16_MAX) {
        (*counter)++;
    }
}

static void send(uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t size)
{
    uint8_t line[FRAME_MOST_LINE];
    board_send(line, frame_pack(type, sequence, payload, size, line));
}

static void say_hello(const struct link *link)
{
    uint8_t payload[LINK_HELLO_SIZE];
    const struct keep_head *now = &link->keep->now;
    struct link_hello hello = {
        .version = LINK_VERSION,
        .session = link->session,
        .epoch = now->epoch,
        .oldest = now->oldest,
        .next = now->next,
        .dropped = now->dropped,
    };
    app_hello(&hello);
    send(LINK_HELLO, 0u, payload, link_hello_pack(&hello, payload));
}

static void say_hello_unasked(struct link *link, uint16_t now)
{
    link->hellos--;
    link->hello_at = now;
    say_hello(link);
}

void link_begin(struct link *link, struct keep *keep, uint16_t now)
{
    static const uint8_t end = 0u;
    memset(link, 0, sizeof *link);
    link->keep = keep;
    link->sent = keep->now.oldest;
    link->hellos = HELLOS;
    board_send(&end, 1u); /* of the frame that the reset cut off: else this one would be taken for its rest */
    say_hello_unasked(link, now);
}

static void begin_session(struct link *link, uint16_t session)
{
    if (session != link->session && link->keep->now.question != 0u) {
        /* Tokens are a session's own: one of another bridge must not name a question of this one. */
        link->keep->now.question = 0u;
        keep_head(link->keep);
    }
    link->session = session;
    link->hellos = 0u;
    link->has_reply = false;
    link->sent = link->keep->now.oldest;
}

static void on_hello_req(struct link *link, const struct frame *frame)
{
    /* A newer bridge may say more: what stands here is what every version begins with. */
    uint16_t session = frame->size < LINK_HELLO_REQ_SIZE ? 0u : link_get16(frame->payload + 1);
    if (session != 0u) {
        begin_session(link, session);
        say_hello(link);
    }
}

static void on_ack(struct link *link, const struct frame *frame, uint16_t now)
{
    struct link_ack ack; /* NACK is laid out alike */
    const struct keep_head *head = &link->keep->now;
    if (!link_ack_unpack(&ack, frame->payload, frame->size) || ack.epoch != head->epoch) {
        return;
    }
    if (!keep_until(link->keep, ack.next)) {
        return;
    }
    bool is_nack = frame->type == LINK_NACK;
    if (is_nack || link->sent - head->oldest > head->next - head->oldest) {
        link->sent = head->oldest; /* also where it acknowledged what was sent before a reset and not since */
    }
    if (is_nack) {
        count(&link->counts.resends);
    }
    link->sent_at = now;
}

static void do_command(struct link *link, const struct link_cmd *command, uint8_t sequence)
{
    struct link_rsp rsp = {.session = command->session, .command = command->command};
    uint8_t body[LINK_MOST_PAYLOAD - LINK_RSP_SIZE];
    rsp.body = body;
    rsp.result = app_command(command->command, command->body, command->body_size, body, &rsp.body_size);
    link->reply_size = link_rsp_pack(&rsp, link->reply);
    link->reply_to = sequence;
    link->has_reply = true;
}

static void on_cmd(struct link *link, const struct frame *frame)
{
    struct link_cmd command;
    if (!link_cmd_unpack(&command, frame->payload, frame->size) || command.session != link->session) {
        return;
    }
    if (!link->has_reply || link->reply_to != frame->sequence) {
        do_command(link, &command, frame->sequence);
    }
    send(LINK_RSP, frame->sequence, link->reply, link->reply_size);
}

static void on_frame(struct link *link, const struct frame *frame, uint16_t now)
{
    if (frame->type == LINK_HELLO_REQ) {
        on_hello_req(link, frame);
    } else if (frame->version == LINK_VERSION) {
        if (link->session == 0u) {
            say_hello(link); /* a session from before the reset continues: none of our HELLOs arrived */
        } else if (frame->type == LINK_ACK || frame->type == LINK_NACK) {
            on_ack(link, frame, now);
        } else if (frame->type == LINK_CMD) {
            on_cmd(link, frame);
        }
    }
}

static void receive(struct link *link, uint16_t now)
{
    struct frame frame;
    uint8_t byte;
    for (uint8_t i = 0u; i < MOST_BYTES_A_TURN && board_receive(&byte); i++) {
        enum frame_read read = frame_feed(&link->reader, byte, &frame);
        if (read == FRAME_WHOLE) {
            on_frame(link, &frame, now);
        } else if (read == FRAME_DAMAGED) {
            count(&link->counts.bad_frames);
        }
    }
}

/* Instead of an event whose memory is damaged: it has its number, so nothing after it must wait for it. */
static void fill_damaged(struct keep_event *event, uint32_t number)
{
    const struct link_event_trouble trouble = {.part = LINK_PART_MEMORY, .index = 0u, .wrong = 1u};
    event->number = number;
    event->question = 0u;
    event->kind = LINK_EVENT_TROUBLE;
    event->size = link_event_trouble_pack(&trouble, event->body);
}

static void send_event(struct link *link, uint16_t now)
{
    struct keep_event kept;
    uint8_t payload[LINK_EVENT_SIZE + KEEP_BODY];
    if (!keep_read(link->keep, link->sent, &kept)) {
        fill_damaged(&kept, link->sent);
    }
    const struct link_event event = {
        .number = kept.number, .question = kept.question, .kind = kept.kind, .body = kept.body, .body_size = kept.size};
    send(LINK_EVENT, (uint8_t)kept.number, payload, link_event_pack(&event, payload));
    link->sent++;
    link->sent_at = now;
}

static bool may_send(const struct link *link)
{
    const struct keep_head *head = &link->keep->now;
    return link->session != 0u && link->sent != head->next && link->sent - head->oldest < LINK_WINDOW;
}

bool link_poll(struct link *link, uint16_t now)
{
    receive(link, now);
    if (link->sent != link->keep->now.oldest && (uint16_t)(now - link->sent_at) >= LINK_RESEND_MS) {
        link->sent = link->keep->now.oldest;
        count(&link->counts.resends);
    }
    if (link->hellos != 0u && (uint16_t)(now - link->hello_at) >= LINK_HELLO_MS) {
        say_hello_unasked(link, now);
    }
    if (may_send(link)) {
        send_event(link, now);
    }
    return may_send(link);
}
