#define _GNU_SOURCE
#include "line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pty.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "avr_uart.h"

#define ROOM 8192u

struct line_counts line_counts;

static avr_t *avr;
static avr_irq_t *to_board;
static uint32_t cycles_a_byte;
static const char *link_path;
static int terminal = -1;
static bool terminal_open; /* the other end is open */
static bool newly_opened;
static int listening = -1;
static int caller = -1;
static uint8_t in[ROOM];
static unsigned in_head, in_tail;
static bool feeding;
static bool full; /* simavr's receiver, which is a little slower than the wire: a board would not lose what it then drops */
static uint8_t out[256];
static unsigned out_count;
static uint32_t noise_below; /* of 2^32 */
static uint32_t random_state = 1;

static uint32_t chance(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

void line_noise(double rate, uint32_t seed)
{
    noise_below = rate >= 1.0 ? UINT32_MAX : (uint32_t)(rate * 4294967296.0);
    random_state = seed != 0 ? seed : 1;
}

static uint8_t noisy(uint8_t byte)
{
    if (noise_below == 0 || chance() >= noise_below) {
        return byte;
    }
    line_counts.flipped++;
    return (uint8_t)(byte ^ (1u << (chance() >> 29)));
}

static void flush(void)
{
    int file = terminal >= 0 && terminal_open ? terminal : caller;
    ssize_t wrote = file < 0 ? 0 : write(file, out, out_count);
    line_counts.unheard += out_count - (wrote > 0 ? (unsigned)wrote : 0);
    out_count = 0; /* unread bytes are lost, as on a cable */
}

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    line_counts.sent++;
    out[out_count++] = noisy((uint8_t)value);
    if ((uint8_t)value == 0 || out_count == sizeof out) {
        flush();
    }
}

static void on_full(struct avr_irq_t *irq, uint32_t value, void *is_full)
{
    (void)irq;
    (void)value;
    full = is_full != NULL;
}

/* A byte arrives each time one would have on the wire. */
static avr_cycle_count_t feed(avr_t *board, avr_cycle_count_t when, void *unused)
{
    (void)board;
    (void)unused;
    feeding = in_tail != in_head;
    if (!feeding) {
        return 0;
    }
    if (full) {
        return when + cycles_a_byte;
    }
    line_counts.received++;
    avr_raise_irq(to_board, noisy(in[in_tail++ % ROOM]));
    return when + cycles_a_byte;
}

static void begin_to_feed(void)
{
    if (!feeding && in_tail != in_head) {
        feeding = true;
        avr_cycle_timer_register(avr, cycles_a_byte, feed, NULL);
    }
}

void line_reset(void)
{
    in_tail = in_head;
    feeding = false; /* its timer went with the reset */
    full = false;
}

bool line_plug(void)
{
    struct termios settings;
    int other;
    char name[64];
    if (link_path == NULL || terminal >= 0) {
        return true;
    }
    if (openpty(&terminal, &other, name, NULL, NULL) != 0) {
        return false;
    }
    tcgetattr(other, &settings);
    cfmakeraw(&settings); /* otherwise every byte would be echoed before the other end is opened */
    tcsetattr(other, TCSANOW, &settings);
    close(other);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    terminal_open = false;
    unlink(link_path);
    return symlink(name, link_path) == 0;
}

void line_unplug(void)
{
    if (terminal >= 0) {
        unlink(link_path);
        close(terminal);
        terminal = -1;
        terminal_open = false;
    }
}

static bool listen_on(int port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1;
    listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    return bind(listening, (struct sockaddr *)&address, sizeof address) == 0 && listen(listening, 1) == 0;
}

bool line_begin(avr_t *board, const char *link, int port, uint32_t baud)
{
    uint32_t flags = 0;
    avr = board;
    link_path = link;
    cycles_a_byte = avr->frequency * 10u / baud;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_board = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_full, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_full, &full);
    return line_plug() && (port == 0 || listen_on(port));
}

static void look_who_has_it(void)
{
    struct pollfd file = {.fd = terminal, .events = POLLIN};
    if (terminal < 0) {
        return;
    }
    poll(&file, 1, 0);
    bool open = (file.revents & POLLHUP) == 0 || (file.revents & POLLIN) != 0;
    if (open && !terminal_open) {
        newly_opened = true;
        line_counts.opened++;
    }
    terminal_open = open;
}

static void look_who_calls(void)
{
    int one = 1;
    int file = listening < 0 ? -1 : accept4(listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file >= 0) {
        if (caller >= 0) {
            close(caller);
        }
        setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        caller = file;
    }
}

static bool take(int *file, bool ends)
{
    uint8_t bytes[512];
    if (*file < 0 || in_head - in_tail > ROOM - sizeof bytes) {
        return false;
    }
    ssize_t count = read(*file, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; i++) {
        in[in_head++ % ROOM] = bytes[i];
    }
    if (count == 0 && ends) {
        close(*file);
        *file = -1;
    }
    return count > 0;
}

bool line_service(void)
{
    flush();
    look_who_has_it();
    look_who_calls();
    bool came = terminal_open && take(&terminal, false);
    came = take(&caller, true) || came;
    begin_to_feed();
    return came;
}

bool line_was_opened(void)
{
    bool was = newly_opened;
    newly_opened = false;
    return was;
}

int line_files(int *files)
{
    int count = 0;
    if (terminal >= 0 && terminal_open) {
        files[count++] = terminal; /* a terminal without a reader is always ready and would prevent waiting */
    }
    if (caller >= 0 || listening >= 0) {
        files[count++] = caller >= 0 ? caller : listening;
    }
    return count;
}
