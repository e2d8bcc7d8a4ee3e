/* RP2040: the 256 bytes that its ROM reads from any flash, slowly, and runs from memory. They tell the flash controller to
 * read by command 03h with a three-byte address, which every serial flash knows, and go on with the program behind them. The
 * last four bytes are a CRC-32 that tools/boot2.py reckons. */
#ifndef BOARD_IS_RP2350
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot2, "ax"

    .equ SSI, 0x18000000
    .equ CTRLR0, 0x00
    .equ CTRLR1, 0x04
    .equ SSIENR, 0x08
    .equ BAUDR, 0x14
    .equ SPI_CTRLR0, 0xF4
    .equ DIVISOR, 4             /* 12 MHz at 48 MHz: 03h is good for 20 and more */
    .equ FRAMES_OF_32, 31 << 16
    .equ EEPROM_READ, 3 << 8    /* an address out, data in */
    .equ READ, 0x03 << 24
    .equ INSTRUCTION_OF_8, 2 << 8
    .equ ADDRESS_OF_24, 6 << 2
    .equ PROGRAM, 0x10000100
    .equ VTOR_, 0xE000ED08

    .global boot2
    .thumb_func
boot2:
    push {lr}
    ldr r3, =SSI
    movs r1, #0
    str r1, [r3, #SSIENR]
    movs r1, #DIVISOR
    str r1, [r3, #BAUDR]
    ldr r1, =(FRAMES_OF_32 | EEPROM_READ)
    str r1, [r3, #CTRLR0]
    movs r1, #0                 /* one frame */
    str r1, [r3, #CTRLR1]
    ldr r1, =(READ | INSTRUCTION_OF_8 | ADDRESS_OF_24)
    movs r0, #SPI_CTRLR0
    str r1, [r3, r0]
    movs r1, #1
    str r1, [r3, #SSIENR]
    pop {r0}
    cmp r0, #0                  /* the ROM has called: there is nowhere to go back to */
    beq 1f
    bx r0
1:  ldr r0, =PROGRAM
    ldr r1, =VTOR_
    str r0, [r1]
    ldmia r0, {r0, r1}
    msr msp, r0
    bx r1
    .ltorg
#endif
