/* Tags on the NFC readers, whichever chips they have. A reader of the board is a slot, and slots are polled in turn. A
 * tag is laid after two equal polls and gone after three without it, so that a moved tag or a damaged id is not an
 * event. Where several tags answer, nothing changes until one is alone. A slot that never answered is not fitted; one
 * that has answered and stops is reported as TROUBLE. Present tags are stored over a reset and not repeated. A tag at
 * the first poll is reported without a question: it must not answer one that is sent a moment later. */
#ifndef PARTS_NFC_H
#define PARTS_NFC_H

#include <stdint.h>

void nfc_begin(uint16_t now);
void nfc_poll(uint16_t now);

#endif
