#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "avr_adc.h"
#include "avr_eeprom.h"
#include "avr_ioport.h"
#include "board.h"
#include "drive.h"
#include "line.h"
#include "models/models.h"

#define ANSWER 1024

static avr_t *avr;
static FILE *answers;

static bool is_pin(char port, int pin)
{
    return port >= 'B' && port <= 'D' && pin >= 0 && pin < 8;
}

static bool pin_command(const char *line, char *answer)
{
    avr_ioport_state_t state;
    char port, level;
    int pin;
    if (sscanf(line, "pin %c %d %c", &port, &pin, &level) == 3 && is_pin(port, pin)) {
        if (level == '-') {
            drive_release(avr, port, pin);
        } else {
            drive(avr, port, pin, level == '1');
        }
        return true;
    }
    if (sscanf(line, "get %c %d", &port, &pin) == 2 && is_pin(port, pin)) {
        avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE(port), &state);
        uint8_t levels = (uint8_t)((state.ddr & state.port) | (~state.ddr & state.pin));
        snprintf(answer, ANSWER, "ok %d\n", (levels >> pin) & 1);
        return true;
    }
    return false;
}

static int from_hex(const char *hex, uint8_t *bytes, int room)
{
    int count = 0;
    unsigned byte;
    while (count < room && sscanf(hex + 2 * count, "%2x", &byte) == 1) {
        bytes[count++] = (uint8_t)byte;
    }
    return count;
}

static void say_hex(char *answer, const uint8_t *bytes, int count)
{
    int at = snprintf(answer, ANSWER, "ok ");
    for (int i = 0; i < count && at + 4 < ANSWER; i++) {
        at += snprintf(answer + at, (size_t)(ANSWER - at), "%02X", bytes[i]);
    }
    snprintf(answer + at, (size_t)(ANSWER - at), "\n");
}

static bool memory_command(const char *line, char *answer)
{
    char hex[512];
    uint8_t bytes[256];
    unsigned address;
    int count;
    if (sscanf(line, "eeprom %i %511s", (int *)&address, hex) == 2 && address < avr->e2end) {
        avr_eeprom_desc_t write = {.ee = bytes, .offset = (uint16_t)address, .size = (uint32_t)from_hex(hex, bytes, 64)};
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &write);
    } else if (sscanf(line, "eeprom %i", (int *)&address) == 1 && address + 16 <= avr->e2end + 1u) {
        avr_eeprom_desc_t read = {.ee = bytes, .offset = (uint16_t)address, .size = 16};
        avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &read);
        say_hex(answer, bytes, 16);
    } else if (sscanf(line, "peek %i %d", (int *)&address, &count) == 2 && count > 0 && address + (unsigned)count <= avr->ramend + 1u) {
        say_hex(answer, avr->data + address, count);
    } else if (sscanf(line, "poke %i %511s", (int *)&address, hex) == 2 && address + strlen(hex) / 2 <= avr->ramend + 1u) {
        from_hex(hex, avr->data + address, (int)sizeof bytes);
    } else {
        return false;
    }
    return true;
}

static enum cause cause_named(const char *name)
{
    static const struct {
        const char *name;
        enum cause cause;
    } causes[] = {{"watchdog", CAUSE_WATCHDOG}, {"unknown", CAUSE_UNKNOWN}, {"brownout", CAUSE_BROWN_OUT}};
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (strcmp(name, causes[i].name) == 0) {
            return causes[i].cause;
        }
    }
    return CAUSE_PIN;
}

static bool reset_command(const char *line)
{
    char what[16] = "pin";
    unsigned long long cycles = 0;
    if (strncmp(line, "power", 5) == 0) {
        board_lose_power(strstr(line, "unknown") != NULL ? CAUSE_UNKNOWN : CAUSE_POWER);
        return true;
    }
    if (strncmp(line, "reset", 5) != 0) {
        return false;
    }
    sscanf(line, "reset %15s %llu", what, &cycles);
    board_reset(cause_named(what), cycles);
    return true;
}

static bool line_command(const char *line, char *answer)
{
    double rate;
    unsigned seed;
    if (strncmp(line, "unplug", 6) == 0) {
        line_unplug();
    } else if (strncmp(line, "plug", 4) == 0) {
        if (!line_plug()) {
            snprintf(answer, ANSWER, "no %s\n", strerror(errno));
        }
    } else if (sscanf(line, "noise %lf %u", &rate, &seed) == 2) {
        line_noise(rate, seed);
    } else if (strncmp(line, "stat", 4) == 0) {
        snprintf(answer, ANSWER, "ok cycle=%llu resets=%u sent=%llu received=%llu unheard=%llu flipped=%llu opened=%llu\n",
                 (unsigned long long)avr->cycle, board_resets(), (unsigned long long)line_counts.sent,
                 (unsigned long long)line_counts.received, (unsigned long long)line_counts.unheard,
                 (unsigned long long)line_counts.flipped, (unsigned long long)line_counts.opened);
    } else {
        return false;
    }
    return true;
}

static bool adc_command(const char *line)
{
    int channel, millivolts;
    if (sscanf(line, "adc %d %d", &channel, &millivolts) != 2 || channel < 0 || channel > 7) {
        return false;
    }
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + channel), (uint32_t)millivolts);
    return true;
}

static void do_line(const char *line)
{
    char answer[ANSWER] = "ok\n";
    bool known = pin_command(line, answer) || memory_command(line, answer) || reset_command(line) || line_command(line, answer)
                 || adc_command(line) || models_command(line, answer, sizeof answer);
    fputs(known ? answer : "no such command\n", answers);
    fflush(answers);
}

void control_claim(void)
{
    answers = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

void control_begin(avr_t *board)
{
    avr = board;
    fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) | O_NONBLOCK);
}

void control_service(void)
{
    static char line[1024];
    static size_t length;
    char bytes[256];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EAGAIN)) {
        line_unplug();
        exit(0); /* who started this program is gone */
    }
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            line[length] = 0;
            length = 0;
            do_line(line);
        } else if (length + 1 < sizeof line) {
            line[length++] = bytes[i];
        }
    }
}
