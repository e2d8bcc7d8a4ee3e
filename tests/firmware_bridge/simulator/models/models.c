#include "models.h"

#include <stdio.h>
#include <string.h>

#include "avr_ioport.h"
#include "avr_spi.h"
#include "drive.h"
#include "hx711.h"
#include "mfrc522.h"
#include "pn532.h"
#include "sim_time.h"
#include "ws2812.h"

#define MFRC522S 3
#define SLOTS 4
#define PASS_US 1000u
#define STRIKE_US 2000u

struct pin {
    char port;
    int number;
};

static const struct pin SELECT[SLOTS] = {{'B', 2}, {'C', 0}, {'C', 1}, {'C', 2}};
static const struct pin SCALE_DATA = {'D', 6};
static const struct pin SCALE_CLOCK = {'D', 7};
static const struct pin LAMPS = {'B', 0};
static const struct pin BUZZER = {'B', 1};
static const struct pin TOWER = {'D', 3};

static avr_t *avr;
static struct mfrc522 mfrc522s[MFRC522S];
static struct pn532 pn532;
static struct hx711 hx711;
static struct ws2812 ring;
static avr_irq_t *miso;
static unsigned clashes;
static struct {
    unsigned edges;
    uint64_t rose_us, apart_us;
} buzzer;

static uint64_t now_ns(void)
{
    return avr->cycle * 1000u / (avr->frequency / 1000000u);
}

static uint64_t now_us(void)
{
    return now_ns() / 1000u;
}

static avr_irq_t *irq_of(struct pin pin)
{
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pin.port), pin.number);
}

static struct field *field_of(int slot)
{
    return slot < MFRC522S ? &mfrc522s[slot].field : &pn532.field;
}

static bool is_wired(int slot)
{
    return slot < MFRC522S ? mfrc522s[slot].wired : pn532.wired;
}

static void count_clashes(void)
{
    int on = 0;

    for (int slot = 0; slot < SLOTS; slot++) {
        on += is_wired(slot) && field_of(slot)->on;
    }
    clashes += on > 1;
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    uint8_t out = 0xFF; /* the line is open */
    int selected = 0;

    (void)irq;
    (void)unused;
    for (int slot = 0; slot < MFRC522S; slot++) {
        if (mfrc522s[slot].wired && mfrc522s[slot].selected) {
            out = mfrc522_trade(&mfrc522s[slot], (uint8_t)value, now_us());
            selected++;
        }
    }
    if (pn532.wired && pn532.selected) {
        out = pn532_trade(&pn532, (uint8_t)value, now_us());
        selected++;
    }
    if (selected > 1) {
        clashes++;
    }
    count_clashes();
    avr_raise_irq(miso, out);
}

static void on_select(struct avr_irq_t *irq, uint32_t value, void *slot_of)
{
    int slot = (int)(intptr_t)slot_of;

    (void)irq;
    if (slot < MFRC522S) {
        mfrc522_select(&mfrc522s[slot], (value & 1u) == 0);
    } else {
        pn532_select(&pn532, (value & 1u) == 0, now_us());
    }
}

static void drive_scale(void)
{
    drive(avr, SCALE_DATA.port, SCALE_DATA.number, hx711.data);
}

static void on_scale_clock(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    hx711_clock(&hx711, (value & 1u) != 0, now_us());
    drive_scale();
}

static void on_lamps(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    ws2812_line(&ring, (value & 1u) != 0, now_ns());
}

static void on_buzzer(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    static bool was;
    bool high = (value & 1u) != 0; /* the timer marks its own writes in a higher bit */

    (void)irq;
    (void)unused;
    if (high == was) {
        return;
    }
    was = high;
    buzzer.edges++;
    if (high) {
        buzzer.apart_us = now_us() - buzzer.rose_us;
        buzzer.rose_us = now_us();
    }
}

static avr_cycle_count_t on_pass(avr_t *of, avr_cycle_count_t when, void *unused)
{
    (void)unused;
    hx711_pass(&hx711, now_us());
    drive_scale();
    return when + avr_usec_to_cycles(of, PASS_US);
}

static avr_cycle_count_t on_struck(avr_t *of, avr_cycle_count_t when, void *unused)
{
    (void)of;
    (void)when;
    (void)unused;
    drive(avr, TOWER.port, TOWER.number, true);
    return 0;
}

static void wire(int slot, bool wired)
{
    if (slot < MFRC522S) {
        mfrc522_wire(&mfrc522s[slot], wired, now_us());
    } else {
        pn532_wire(&pn532, wired, now_us());
    }
}

void models_attach(avr_t *of)
{
    avr = of;
    miso = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_byte, 0);
    for (int slot = 0; slot < SLOTS; slot++) {
        wire(slot, slot < 2);
        avr_irq_register_notify(irq_of(SELECT[slot]), on_select, (void *)(intptr_t)slot);
    }
    avr_irq_register_notify(irq_of(SCALE_CLOCK), on_scale_clock, 0);
    avr_irq_register_notify(irq_of(LAMPS), on_lamps, 0);
    avr_irq_register_notify(irq_of(BUZZER), on_buzzer, 0);
    drive(avr, TOWER.port, TOWER.number, true);
    models_reset();
}

/* A reset clears the levels of input pins, but simavr reports a level only when it changes. */
static void tell_levels_again(void)
{
    for (const char *port = "BCD"; *port != '\0'; port++) {
        for (int number = 0; number < 8; number++) {
            irq_of((struct pin){*port, number})->flags |= IRQ_FLAG_INIT;
        }
    }
}

void models_reset(void)
{
    tell_levels_again();
    avr_cycle_timer_register_usec(avr, PASS_US, on_pass, 0);
}

static bool scale_command(const char *what)
{
    int counts;

    if (hx711.way != HX711_ON) {
        hx711 = (struct hx711){.next_us = now_us(), .data = true, .unsettled = HX711_SETTLES};
    }
    hx711.way = HX711_ON;
    if (strcmp(what, "off") == 0) {
        hx711.way = HX711_OFF;
    } else if (strcmp(what, "low") == 0) {
        hx711.way = HX711_LOW;
    } else if (sscanf(what, "%d", &counts) == 1) {
        hx711.counts = counts;
    } else {
        return false;
    }
    hx711_pass(&hx711, now_us());
    drive_scale();
    return true;
}

static void say_lamps(char *answer, size_t size)
{
    size_t at = (size_t)snprintf(answer, size, "ok ");

    ws2812_pass(&ring, now_ns());
    for (int lamp = 0; lamp < WS2812_LAMPS && at + 7 < size; lamp++) {
        const uint8_t *grb = ring.shown + 3 * lamp;
        at += (size_t)snprintf(answer + at, size - at, "%02X%02X%02X", grb[1], grb[0], grb[2]);
    }
    snprintf(answer + at, size - at, " frames %u torn %u pause_ns %llu\n", ring.frames, ring.torn, (unsigned long long)ring.longest_ns);
}

static void say_tone(char *answer, size_t size)
{
    bool sounding = buzzer.apart_us != 0 && now_us() - buzzer.rose_us < 20000u;

    snprintf(answer, size, "ok %llu edges %u\n", sounding ? (unsigned long long)(1000000u / buzzer.apart_us) : 0u, buzzer.edges);
    buzzer.edges = 0;
}

static bool slot_command(const char *line)
{
    char what[64];
    int slot, count;

    if (sscanf(line, "tag %d %63s", &slot, what) == 2 && slot >= 0 && slot < SLOTS) {
        return field_lay(field_of(slot), what);
    }
    if (sscanf(line, "reader %d %63s", &slot, what) == 2 && slot >= 0 && slot < SLOTS) {
        wire(slot, strcmp(what, "on") == 0);
        return true;
    }
    if (sscanf(line, "garble %d %d", &slot, &count) == 2 && slot >= 0 && slot < SLOTS) {
        field_of(slot)->garble = count;
        return true;
    }
    return false;
}

bool models_command(const char *line, char *answer, size_t size)
{
    char what[64];
    int count;

    snprintf(answer, size, "ok\n");
    if (slot_command(line)) {
        return true;
    }
    if (sscanf(line, "scale %63s", what) == 1) {
        return scale_command(what);
    }
    if (sscanf(line, "spoil %d", &count) == 1) {
        pn532.spoil = count;
    } else if (strncmp(line, "strike", 6) == 0) {
        drive(avr, TOWER.port, TOWER.number, false);
        avr_cycle_timer_register_usec(avr, STRIKE_US, on_struck, 0);
    } else if (strncmp(line, "lamps", 5) == 0) {
        say_lamps(answer, size);
    } else if (strncmp(line, "tone", 4) == 0) {
        say_tone(answer, size);
    } else if (strncmp(line, "clashes", 7) == 0) {
        snprintf(answer, size, "ok %u\n", clashes);
    } else {
        return false;
    }
    return true;
}
