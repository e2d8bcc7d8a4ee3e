#include "keep.h"

#include <stddef.h>
#include <string.h>

#include "crc.h"
#include "version.h"

#define WHOLE 0xA5u /* of a mark: all of this head was written */
#define TORN 0u

_Static_assert((BOARD_QUEUE & (BOARD_QUEUE - 1u)) == 0u, "numbers wrap: the queue must be a power of two");
_Static_assert(offsetof(struct keep_head, memory) % sizeof(uint32_t) == 0u, "parts lay a struct over their memory");
_Static_assert(offsetof(struct keep_head, crc) < 256u, "crc16 takes at most 255 bytes");

/* The one place that writes what survives. Byte by byte and volatile: neither the order nor the number of the writes is the
 * compiler's to change. */
#ifdef KEEP_STORE
void KEEP_STORE(volatile uint8_t *to, uint8_t byte);
#else
static void KEEP_STORE(volatile uint8_t *to, uint8_t byte)
{
    *to = byte;
}
#endif

static void store(void *to, const void *from, uint8_t count)
{
    volatile uint8_t *bytes = to;
    const uint8_t *source = from;
    for (uint8_t i = 0u; i < count; i++) {
        KEEP_STORE(bytes + i, source[i]);
    }
}

/* Another firmware lays its memory out in another way: it must not believe what this one has left. */
static uint16_t checked(const void *bytes, uint8_t count)
{
    static const uint8_t layout[] = {FIRMWARE_MAJOR, FIRMWARE_MINOR, (uint8_t)sizeof(struct keep_memory)};
    return crc16(crc16(CRC_START, layout, sizeof layout), bytes, count);
}

static uint16_t crc_of_head(const struct keep_head *head)
{
    return checked(head, offsetof(struct keep_head, crc));
}

static uint16_t crc_of_event(const struct keep_event *event)
{
    return checked(event, offsetof(struct keep_event, crc));
}

static struct keep_event *slot_of(const struct keep *keep, uint32_t number)
{
    return &keep->memory->slots[number & (BOARD_QUEUE - 1u)];
}

/* A head was either torn by a reset, which its mark says, or is sound. Anything else is memory that has decayed. */
static bool is_sound(const struct keep_head *head)
{
    return head->mark == WHOLE && head->crc == crc_of_head(head) && head->next - head->oldest <= BOARD_QUEUE;
}

static const struct keep_head *newest(const struct keep_memory *memory)
{
    const struct keep_head *found = NULL;
    for (uint8_t i = 0u; i < 2u; i++) {
        const struct keep_head *head = &memory->heads[i];
        if (head->mark == TORN) {
            continue;
        }
        if (!is_sound(head)) {
            return NULL; /* the other one may be older than a bridge's last event, and numbers would repeat */
        }
        if (found == NULL || (uint8_t)(head->turn - found->turn) < 128u) {
            found = head;
        }
    }
    return found;
}

static void begin_anew(struct keep *keep, uint32_t epoch)
{
    const uint8_t torn = TORN;
    store(&keep->memory->heads[0].mark, &torn, 1u);
    store(&keep->memory->heads[1].mark, &torn, 1u);
    memset(&keep->now, 0, sizeof keep->now);
    keep->now.epoch = epoch;
    keep->now.oldest = 1u;
    keep->now.next = 1u;
    keep_head(keep);
}

bool keep_begin(struct keep *keep, struct keep_memory *memory, bool cold, uint32_t epoch)
{
    const struct keep_head *head = cold ? NULL : newest(memory);
    keep->memory = memory;
    if (head == NULL) {
        begin_anew(keep, epoch);
        return false;
    }
    keep->now = *head;
    return true;
}

void keep_head(struct keep *keep)
{
    const uint8_t torn = TORN;
    const uint8_t whole = WHOLE;
    keep->now.turn++;
    keep->now.crc = crc_of_head(&keep->now);
    struct keep_head *head = &keep->memory->heads[keep->now.turn & 1u];
    store(&head->mark, &torn, 1u);
    store(head, &keep->now, offsetof(struct keep_head, mark));
    store(&head->mark, &whole, 1u);
}

static void count_dropped(struct keep *keep)
{
    if (keep->now.dropped != UINT16_MAX) {
        keep->now.dropped++;
    }
}

bool keep_is_full(const struct keep *keep)
{
    return keep->now.next - keep->now.oldest >= BOARD_QUEUE;
}

bool keep_event(struct keep *keep, uint16_t question, uint8_t kind, const uint8_t *body, uint8_t size)
{
    bool kept = !keep_is_full(keep) && size <= KEEP_BODY;
    if (kept) {
        struct keep_event event = {.number = keep->now.next, .question = question, .kind = kind, .size = size};
        memcpy(event.body, body, size);
        event.crc = crc_of_event(&event);
        store(slot_of(keep, event.number), &event, sizeof event);
        keep->now.next++;
    } else {
        count_dropped(keep);
    }
    keep_head(keep);
    return kept;
}

bool keep_until(struct keep *keep, uint32_t next)
{
    if (next - keep->now.oldest > keep->now.next - keep->now.oldest) {
        return false;
    }
    if (next != keep->now.oldest) {
        keep->now.oldest = next;
        keep_head(keep);
    }
    return true;
}

bool keep_read(const struct keep *keep, uint32_t number, struct keep_event *event)
{
    *event = *slot_of(keep, number);
    return event->number == number && event->size <= KEEP_BODY && event->crc == crc_of_event(event);
}
