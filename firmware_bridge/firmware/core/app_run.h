/* The course of a board, as its main() runs it: begin once, then turn for ever. */
#ifndef APP_RUN_H
#define APP_RUN_H

void app_begin(void);
void app_turn(void);

#endif
