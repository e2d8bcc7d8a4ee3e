/* What lies on the NFC readers, whichever chips they have.
 *
 * A reader of the board is a slot; the slots look in turn. A tag is laid after two equal looks and gone after three that
 * find none, so that a tag moved a little, or a name damaged on its way, is no event. Where several tags answer at once,
 * nothing changes until one of them is alone. A slot that never answered is not fitted; one that answered once and does
 * not any more is told as trouble. What lies is kept over a reset: it is not told again. What lay there already at the first
 * look is told as asked for by nobody: it must not answer a question that is told a moment later. */
#ifndef PARTS_NFC_H
#define PARTS_NFC_H

#include <stdint.h>

void nfc_begin(uint16_t now);
void nfc_poll(uint16_t now);

#endif
