/* Runs an image of the ATmega328P through a script, in simulated time alone: the same script gives the same answers, however
 * busy the machine is.
 *     script FIRMWARE.elf < lines
 *   wait MS            goes on for so long
 *   run CYCLES         the same, to the cycle
 *   send HEX           bytes for the board, at the speed of its line
 *   pin PORT BIT 0|1   drives an input
 *   adc CHANNEL MV     at an input of the converter
 *   reset              by the reset pin: memory stays as it is
 * and all lines of models/models.h. Each line is answered by one that begins with `ok` or `err`; what the board has sent since
 * stands before it as `at MICROSECONDS HEX`.
 *
 * Links libsimavr, which is under the GPL version 3, as this program is then: it is a test program and never shipped. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avr_adc.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "../drive.h"
#include "../models/models.h"
#include "sim_avr.h"
#include "sim_elf.h"

#define FREQUENCY 16000000u
#define BYTE_CYCLES (FREQUENCY / 25000u) /* ten bits at 250,000 baud */
#define LONGEST 4096
#define MCUSR 0x54
#define RESET_BY_PIN 0x02

static avr_t *avr;
static avr_irq_t *line_in;
static uint8_t sending[LONGEST];
static size_t to_send, sent;
static uint64_t next_at;

static uint64_t now_us(void)
{
    return avr->cycle / (FREQUENCY / 1000000u);
}

static void on_sent(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    printf("at %llu %02X\n", (unsigned long long)now_us(), (unsigned)value & 0xFFu);
}

/* Sleeping does not advance host time. */
static void on_sleep(avr_t *of, avr_cycle_count_t how_long)
{
    (void)of;
    (void)how_long;
}

static void feed(void)
{
    if (sent < to_send && avr->cycle >= next_at) {
        next_at = avr->cycle + BYTE_CYCLES;
        avr_raise_irq(line_in, sending[sent++]);
    }
}

static bool run(uint64_t cycles)
{
    uint64_t end = avr->cycle + cycles;

    while (avr->cycle < end) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            return false;
        }
        feed();
    }
    return true;
}

static bool send_hex(const char *hex)
{
    unsigned byte;

    to_send = sent = 0;
    while (to_send < LONGEST && sscanf(hex, "%2x", &byte) == 1) {
        sending[to_send++] = (uint8_t)byte;
        hex += 2;
    }
    return true;
}

static bool command(const char *line, char *answer, size_t size)
{
    char port;
    int bit, value;
    unsigned count;

    snprintf(answer, size, "ok\n");
    if (sscanf(line, "wait %u", &count) == 1) {
        return run((uint64_t)count * (FREQUENCY / 1000u));
    }
    if (sscanf(line, "run %u", &count) == 1) {
        return run(count);
    }
    if (strncmp(line, "send ", 5) == 0) {
        return send_hex(line + 5);
    }
    if (sscanf(line, "pin %c %d %d", &port, &bit, &value) == 3) {
        drive(avr, port, bit, value != 0);
        return true;
    }
    if (sscanf(line, "adc %d %d", &bit, &value) == 2) {
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + bit), (uint32_t)value);
        return true;
    }
    if (strncmp(line, "reset", 5) == 0) {
        avr_reset(avr);
        avr->data[MCUSR] = RESET_BY_PIN;
        models_reset();
        return true;
    }
    return models_command(line, answer, size);
}

/* simavr's messages would mix with the answers. */
static void keep_still(avr_t *of, const int level, const char *format, va_list arguments)
{
    (void)of;
    if (level <= LOG_ERROR) {
        vfprintf(stderr, format, arguments);
    }
}

static void begin(const char *image)
{
    elf_firmware_t firmware;
    uint32_t flags = 0;

    avr_global_logger_set(keep_still);
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(image, &firmware) != 0) {
        fprintf(stderr, "%s cannot be read\n", image);
        exit(2);
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = FREQUENCY;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->log = LOG_ERROR;
    avr->sleep = on_sleep;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, 0);
    line_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    models_attach(avr);
}

int main(int argc, char **argv)
{
    char line[2 * LONGEST + 16];
    char answer[512];

    if (argc != 2) {
        fprintf(stderr, "script FIRMWARE.elf < lines\n");
        return 2;
    }
    begin(argv[1]);
    while (fgets(line, sizeof line, stdin) != NULL) {
        bool good = command(line, answer, sizeof answer);
        fputs(good ? answer : "err\n", stdout);
        fflush(stdout);
    }
    return 0;
}
