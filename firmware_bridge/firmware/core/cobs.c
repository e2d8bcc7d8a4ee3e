#include "cobs.h"

uint8_t cobs_encode(const uint8_t *in, uint8_t count, uint8_t *out)
{
    uint8_t at = 1u;
    uint8_t code_at = 0u;
    for (uint8_t i = 0u; i < count; i++) {
        if (in[i] == 0u) {
            out[code_at] = (uint8_t)(at - code_at);
            code_at = at++;
        } else {
            out[at++] = in[i];
        }
    }
    out[code_at] = (uint8_t)(at - code_at);
    return at;
}

uint8_t cobs_decode(const uint8_t *in, uint8_t count, uint8_t *out)
{
    uint8_t read = 0u;
    uint8_t wrote = 0u;
    while (read < count) {
        uint8_t code = in[read++];
        if (code == 0u || (uint8_t)(code - 1u) > (uint8_t)(count - read)) {
            return 0u;
        }
        for (; code > 1u; code--) {
            if (in[read] == 0u) {
                return 0u;
            }
            out[wrote++] = in[read++];
        }
        if (read < count) {
            out[wrote++] = 0u;
        }
    }
    return wrote;
}
