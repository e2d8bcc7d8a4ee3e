/* The main loop of a board: begin once, then turn repeatedly. */
#ifndef APP_RUN_H
#define APP_RUN_H

void app_begin(void);
void app_turn(void);

#endif
