/* COBS: bytes without a 0 in them, so that a 0 always ends a frame. Frames here are shorter than 254 bytes: the overhead is
 * one byte, always. */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

#define COBS_MOST 253u /* bytes that may be encoded */

/* Writes count + 1 bytes and returns that. `out` may be the byte before `in`, and else may not overlap it. */
uint8_t cobs_encode(const uint8_t *in, uint8_t count, uint8_t *out);

/* Returns the number of bytes written, fewer than `count`, or 0 for invalid or empty COBS. `out` may be `in`. */
uint8_t cobs_decode(const uint8_t *in, uint8_t count, uint8_t *out);

#endif
