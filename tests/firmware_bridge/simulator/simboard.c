/* Runs the image of an ATmega328P as a board with a line: what it says comes out of a pseudo-terminal, what happens around it
 * is told on standard input (control.h).
 *   simboard IMAGE.elf [--pty LINK] [--tcp PORT] [--uid HEX] [--dtr] [--bootloader MS]
 * --uid: 8 bytes for the board's EEPROM. --dtr: opening the pseudo-terminal resets the board, as it does on an Arduino Uno.
 * --bootloader: after each reset by the pin it listens so long, takes what comes for its own and hides the cause.
 * A test program. It links libsimavr, which is under the GPL version 3; it is built where it is used and never shipped. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "avr_extint.h"
#include "board.h"
#include "control.h"
#include "drive.h"
#include "line.h"
#include "models/models.h"
#include "sim_elf.h"

#define MHZ 16u
#define BAUD 250000u
#define MCUSR 0x54
#define UID 0x10          /* in the EEPROM, see boards/avr/store.c */
#define AHEAD_NS 500000   /* simulated time may be that far before ours while the board works */
#define BEHIND_NS 5000000 /* a larger delay is dropped: the board must not run fast to catch up */
#define SERVICE_NS 200000

static avr_t *avr;
static void (*reset_of_core)(avr_t *avr);
static unsigned resets;
static bool reset_is_due;
static enum cause due;
static int64_t bootloader_ns;
static int64_t ahead_of; /* ns of our clock at which simulated time was 0 */

static int64_t our_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t simulated(avr_cycle_count_t cycle)
{
    return (int64_t)(cycle * 1000u / MHZ) + ahead_of;
}

static void service(void)
{
    line_service();
    control_service();
}

/* Simulated time minus host time. */
static int64_t lead(avr_cycle_count_t cycle)
{
    int64_t now = our_time();
    if (simulated(avr->cycle) < now - BEHIND_NS) {
        ahead_of += now - simulated(avr->cycle);
    }
    return simulated(cycle) - now;
}

/* Returns true where input arrived in time. */
static bool wait_for(int64_t nanoseconds)
{
    int names[2];
    struct pollfd files[3] = {{.fd = STDIN_FILENO, .events = POLLIN}};
    int count = line_files(names);
    for (int i = 0; i < count; i++) {
        files[1 + i] = (struct pollfd){.fd = names[i], .events = POLLIN};
    }
    struct timespec time = {.tv_sec = 0, .tv_nsec = nanoseconds < 20000000 ? nanoseconds : 20000000};
    return ppoll(files, (nfds_t)(1 + count), &time, NULL) > 0;
}

/* The board sleeps for so many cycles, unless something comes: then it wakes at that very time, not at the end. */
static void on_sleep(avr_t *of, avr_cycle_count_t cycles)
{
    avr_cycle_count_t end = of->cycle + cycles;
    service();
    for (int64_t left = lead(end); left > 0; left = lead(end)) {
        if (!wait_for(left)) {
            continue;
        }
        int64_t slept = (int64_t)cycles - lead(end) * MHZ / 1000;
        if (slept >= 0 && slept < (int64_t)cycles) {
            of->cycle -= cycles - (avr_cycle_count_t)slept; /* simavr goes on to add all of them */
        }
        service();
        return;
    }
}

static void on_reset(avr_t *of)
{
    resets++;
    line_reset();
    if (reset_of_core != NULL) {
        reset_of_core(of);
    }
    drive_reset(of);
    models_reset();
}

unsigned board_resets(void)
{
    return resets;
}

static avr_cycle_count_t on_due(avr_t *of, avr_cycle_count_t when, void *unused)
{
    (void)of;
    (void)when;
    (void)unused;
    reset_is_due = true;
    return 0;
}

void board_reset(enum cause cause, uint64_t cycles)
{
    due = cause;
    if (cycles == 0) {
        reset_is_due = true;
    } else {
        avr_cycle_timer_register(avr, cycles, on_due, NULL);
    }
}

void board_lose_power(enum cause cause)
{
    for (unsigned i = 0x100; i <= avr->ramend; i++) {
        avr->data[i] = (uint8_t)rand();
    }
    board_reset(cause, 0);
}

static void boot(void)
{
    int64_t end = our_time() + bootloader_ns;
    for (int64_t left = bootloader_ns; left > 0; left = end - our_time()) {
        wait_for(left);
        service();
        line_reset();
    }
}

static void reset_now(void)
{
    reset_is_due = false;
    if (bootloader_ns != 0 && due == CAUSE_PIN) {
        boot();
        due = CAUSE_UNKNOWN;
    }
    avr_reset(avr);
    avr->data[MCUSR] = (uint8_t)due;
}

static void write_uid(const char *hex)
{
    uint8_t bytes[10];
    uint16_t crc = 0xFFFF;
    for (int i = 0; i < 8; i++) {
        unsigned byte = 0;
        sscanf(hex + 2 * i, "%2x", &byte);
        bytes[i] = (uint8_t)byte;
        crc ^= (uint16_t)(byte << 8);
        for (int bit = 0; bit < 8; bit++) {
            crc = (uint16_t)((crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1);
        }
    }
    bytes[8] = (uint8_t)(crc >> 8);
    bytes[9] = (uint8_t)crc;
    avr_eeprom_desc_t write = {.ee = bytes, .offset = UID, .size = sizeof bytes};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &write);
}

static bool load(const char *path)
{
    elf_firmware_t image;
    memset(&image, 0, sizeof image);
    if (elf_read_firmware(path, &image) != 0) {
        return false;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    image.frequency = MHZ * 1000000u;
    avr_load_firmware(avr, &image);
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = on_sleep;
    reset_of_core = avr->reset;
    return true;
}

/* Each reset switches it on again: an input of an interrupt that is low while the board starts would be looked at in every
 * cycle from then on, and all go 20 times slower. */
static void look_at_edges_alone(void)
{
    static unsigned done;
    if (done != resets) {
        done = resets;
        avr_extint_set_strict_lvl_trig(avr, 0, 0);
        avr_extint_set_strict_lvl_trig(avr, 1, 0);
    }
}

static void run(bool dtr)
{
    int64_t served = our_time();
    ahead_of = served;
    int state = cpu_Running;
    for (unsigned turn = 1; state != cpu_Done && state != cpu_Crashed; turn++) {
        look_at_edges_alone();
        state = avr_run(avr);
        if (dtr && line_was_opened()) {
            board_reset(CAUSE_PIN, 0);
        }
        if (reset_is_due) {
            reset_now();
        }
        if ((turn & 0x3F) == 0 && our_time() - served > SERVICE_NS) {
            service();
            served = our_time();
            int64_t before = lead(avr->cycle);
            if (before > AHEAD_NS) {
                wait_for(before);
            }
        }
    }
}

int main(int count, char **words)
{
    const char *link = NULL, *uid = NULL;
    int port = 0;
    bool dtr = false;
    control_claim();
    for (int i = 2; i < count; i++) {
        bool more = i + 1 < count;
        if (strcmp(words[i], "--dtr") == 0) {
            dtr = true;
        } else if (more && strcmp(words[i], "--pty") == 0) {
            link = words[++i];
        } else if (more && strcmp(words[i], "--tcp") == 0) {
            port = atoi(words[++i]);
        } else if (more && strcmp(words[i], "--uid") == 0) {
            uid = words[++i];
        } else if (more && strcmp(words[i], "--bootloader") == 0) {
            bootloader_ns = atoll(words[++i]) * 1000000;
        } else {
            fprintf(stderr, "what is %s?\n", words[i]);
            return 2;
        }
    }
    if (count < 2 || !load(words[1])) {
        fprintf(stderr, "simboard IMAGE.elf [--pty LINK] [--tcp PORT] [--uid HEX] [--dtr] [--bootloader MS]\n");
        return 2;
    }
    if (uid != NULL) {
        if (strlen(uid) != 16) {
            fprintf(stderr, "--uid takes 16 hexadecimal digits, not \"%s\"\n", uid);
            return 2;
        }
        write_uid(uid);
    }
    if (!line_begin(avr, link, port, BAUD)) {
        perror("the line");
        return 2;
    }
    models_attach(avr);
    control_begin(avr);
    avr->reset = on_reset;
    board_lose_power(CAUSE_POWER);
    reset_now();
    run(dtr);
    fprintf(stderr, "the board has stopped: state %d\n", avr->state);
    return 1;
}
