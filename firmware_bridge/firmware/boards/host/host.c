#include "host.h"

#include <setjmp.h>
#include <string.h>

#include "app_run.h"

#define LINE 4096u
#define NEVER UINT32_MAX
#define NOBODY 255u

struct board_start host_start = {.reset = LINK_RESET_POWER_ON, .cold = true, .uid = "hostcore", .boot = 1u, .chance = 0x1234u};
uint16_t host_now;
uint16_t host_buttons;
bool host_struck;
bool host_scale_data = true;
uint16_t host_millivolts;
uint16_t host_tone;
uint8_t host_restarted;
uint8_t (*host_spi)(uint8_t slot, uint8_t out);

static uint8_t in[LINE];
static uint16_t in_head;
static uint16_t in_tail;
static uint8_t out[LINE];
static uint16_t out_count;
static uint8_t selected = NOBODY;
static uint32_t stores_left = NEVER;
static jmp_buf reset;

void host_store(volatile uint8_t *to, uint8_t byte);

/* Every byte that survives a reset is written here, see keep.c. */
void host_store(volatile uint8_t *to, uint8_t byte)
{
    if (stores_left == 0u) {
        longjmp(reset, 1);
    }
    if (stores_left != NEVER) {
        stores_left--;
    }
    *to = byte;
}

bool host_turn_cut_after(uint32_t stores)
{
    stores_left = stores;
    bool cut = setjmp(reset) != 0;
    if (!cut) {
        app_turn();
    }
    stores_left = NEVER;
    return cut;
}

uint8_t *host_kept(uint16_t *size)
{
    extern uint8_t __start_kept[]; /* of the section, by the linker */
    extern uint8_t __stop_kept[];
    *size = (uint16_t)(__stop_kept - __start_kept);
    return __start_kept;
}

void host_feed(const uint8_t *bytes, uint16_t count)
{
    for (uint16_t i = 0u; i < count; i++) {
        in[in_head] = bytes[i];
        in_head = (uint16_t)((in_head + 1u) % LINE);
    }
}

uint16_t host_take(uint8_t *bytes, uint16_t room)
{
    uint16_t count = out_count < room ? out_count : room;
    memcpy(bytes, out, count);
    out_count = 0u;
    return count;
}

void board_begin(struct board_start *start)
{
    *start = host_start;
    in_tail = in_head; /* what had come is lost in a reset */
    host_restarted = 0u;
}

uint16_t board_now(void)
{
    return host_now;
}

void board_idle(void)
{
    host_now++;
}

void board_alive(void)
{
}

bool board_can_restart(uint8_t into)
{
    return into == 0u;
}

void board_restart(uint8_t into)
{
    host_restarted = (uint8_t)(into + 1u);
}

void board_send(const uint8_t *bytes, uint8_t count)
{
    for (uint8_t i = 0u; i < count && out_count < LINE; i++) {
        out[out_count++] = bytes[i];
    }
}

bool board_receive(uint8_t *byte)
{
    if (in_tail == in_head) {
        return false;
    }
    *byte = in[in_tail];
    in_tail = (uint16_t)((in_tail + 1u) % LINE);
    return true;
}

uint16_t board_overruns(void)
{
    return 0u;
}

void board_select(uint8_t slot, bool is_selected)
{
    selected = is_selected ? slot : NOBODY;
}

uint8_t board_spi(uint8_t byte)
{
    return host_spi != NULL && selected != NOBODY ? host_spi(selected, byte) : 0u;
}

bool board_button(uint8_t index)
{
    return (host_buttons & (1u << index)) != 0u;
}

bool board_struck(void)
{
    bool was = host_struck;
    host_struck = false;
    return was;
}

bool board_scale_data(void)
{
    return host_scale_data;
}

void board_scale_clock(bool high)
{
    (void)high;
}

uint16_t board_millivolts(void)
{
    return host_millivolts;
}

void board_lamps(const uint8_t *grb, uint8_t lamps)
{
    (void)grb;
    (void)lamps;
}

void board_tone(uint16_t hertz)
{
    host_tone = hertz;
}
