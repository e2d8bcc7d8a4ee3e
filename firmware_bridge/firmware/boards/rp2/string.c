/* The compiler calls these too. It is told not to turn their loops into calls of themselves. */
#include <string.h>

#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count)
{
    uint8_t *out = to;
    const uint8_t *in = from;

    while (count-- != 0u) {
        *out++ = *in++;
    }
    return to;
}

void *memmove(void *to, const void *from, size_t count)
{
    uint8_t *out = to;
    const uint8_t *in = from;

    if (out <= in) {
        return memcpy(to, from, count);
    }
    while (count-- != 0u) {
        out[count] = in[count];
    }
    return to;
}

void *memset(void *to, int byte, size_t count)
{
    uint8_t *out = to;

    while (count-- != 0u) {
        *out++ = (uint8_t)byte;
    }
    return to;
}

int memcmp(const void *one, const void *other, size_t count)
{
    const uint8_t *a = one;
    const uint8_t *b = other;

    for (; count != 0u; count--, a++, b++) {
        if (*a != *b) {
            return *a - *b;
        }
    }
    return 0;
}
