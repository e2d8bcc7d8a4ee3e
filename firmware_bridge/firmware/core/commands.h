/* The commands of the link, done once each. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "keep.h"
#include "link.h"

void command_begin(void);

/* The result, of link_result; see app_command() in link.h. */
uint8_t command_do(struct keep *keep, const struct link_counts *counts, uint8_t command, const uint8_t *body, uint8_t size,
                   uint8_t *reply, uint8_t *reply_size);

/* Returns whether RESTART was requested, and its target. It runs when its reply has been sent. */
bool command_restart_wanted(void);
uint8_t command_restart_into(void);

#endif
