// Runs the image for the RP2040 in rp2040js, which models its processor, clocks, pins, UART and USB controller.
//
//   npm install --prefix FOLDER rp2040js@1.4.1
//   NODE_PATH=FOLDER/node_modules node tools/rp2040_run.cjs build/rp2040/lamplight.bin 17040
//
// The board's USB port is on TCP port 17040, its UART on 17041, which the board uses while its USB is unplugged: say `uart`
// as a third argument. Lines on standard input: `pin 2 0` drives a pin, `get 17`
// tells one, `lamps` the colours the ring was sent, `tag 04A1B2C3` lays a tag on the first reader and `tag -` takes it away.
// It starts with boot2, as the boot ROM would; of the ROM there is as much as reading the flash's id takes. It is some ten
// times slower than a board. A smoke test, no part of the test suite.
'use strict';
const fs = require('fs');
const net = require('net');
const readline = require('readline');
const { RP2040, Simulator, USBCDC, GPIOPinState } = require('rp2040js');

const BOOT2_SIZE = 252;
const BOOT2_AT = 0x20041f00;
const STACK_OF_ROM = 0x20042000;
const FLASH = 0x10000000;
const HAD_POR = 1 << 8;
const PULLED_UP = [2, 3, 4, 5, 14];
const LAMPS = 16;
const BYTE_NS = 40000;
const FIFO = 0x10; // of the first state machine

const [image, portText, unplugged] = process.argv.slice(2);
const bytes = fs.readFileSync(image);
const simulator = new Simulator();
const chip = simulator.rp2040;
const warn = (where, what) => console.error('warn', where, what);
chip.logger = { debug() {}, info() {}, warn, error: warn };
chip.flash.set(bytes, 0);
for (const pin of PULLED_UP) chip.gpio[pin].setInputValue(true);

// Two blocks that rp2040js lacks.
chip.peripherals[0x40060].readUint32 = () => Math.floor(Math.random() * 2); // ring oscillator
chip.peripherals[0x40064].readUint32 = () => HAD_POR; // why the chip was reset

// Of the boot ROM: its mark, and a look-up that finds for everything a function that does nothing.
const ROM = { mark: 0x10, table: 0x14, lookup: 0x18, lookupCode: 0x40, nothingCode: 0x60 };
const BX_LR = 0x4770;
const rom = new Uint16Array(chip.bootrom.buffer);
rom[ROM.mark / 2] = 0x754d; // "Mu"
rom[ROM.table / 2] = ROM.lookupCode;
rom[ROM.lookup / 2] = ROM.lookupCode | 1;
rom[ROM.lookupCode / 2] = 0x2000 | ROM.nothingCode | 1; // movs r0, #nothing
rom[ROM.lookupCode / 2 + 1] = BX_LR;
rom[ROM.nothingCode / 2] = BX_LR;

// The flash's answer to command 4Bh; until the controller is set up again, nobody may read the flash.
const FLASH_ID = [0xe6, 0x61, 0x38, 0x52, 0x83, 0x4f, 0x2a, 0x21];
const [SSIENR, DR0] = [0x08, 0x60];
const ssi = chip.peripherals[0x18000];
const flash = { command: false, sent: 0, answers: [] };
const [ssiRead, ssiWrite] = [ssi.readUint32.bind(ssi), ssi.writeUint32.bind(ssi)];
ssi.readUint32 = (offset) => (offset === DR0 ? flash.answers.shift() : ssiRead(offset));
ssi.writeUint32 = (offset, value) => {
  if (offset === SSIENR) Object.assign(flash, { command: false, sent: 0 });
  if (offset !== DR0) return ssiWrite(offset, value);
  flash.command = true;
  flash.answers.push(flash.sent < 5 ? 0 : FLASH_ID[flash.sent - 5]);
  flash.sent++;
};
const fetch = chip.readUint16.bind(chip);
chip.readUint16 = (address) => {
  if (flash.command && address >= FLASH && address < FLASH + bytes.length) warn('flash', `read at ${address.toString(16)}`);
  return fetch(address);
};

// Its SysTick does not wake a processor that waits for an interrupt.
let ticked = false;
Object.defineProperty(chip.core, 'pendingSystick', {
  get: () => ticked,
  set(value) {
    ticked = value;
    if (value) chip.core.waiting = false;
  },
});

const line = {};

function serve(port, take) {
  const held = { socket: null };
  net.createServer((socket) => {
    socket.setNoDelay(true);
    held.socket = socket;
    socket.on('data', (data) => data.forEach(take));
    socket.on('error', () => {});
  }).listen(port, '127.0.0.1');
  return (data) => held.socket && held.socket.write(Buffer.from(data));
}

// Bytes come as fast as on a line of 250,000 baud.
const coming = [];
const pace = simulator.clock.createAlarm(() => {
  chip.uart[0].feedByte(coming.shift());
  if (coming.length) pace.schedule(BYTE_NS);
});

const toUsb = serve(Number(portText), (byte) => line.usb && line.usb.sendSerialByte(byte));
const toUart = serve(Number(portText) + 1, (byte) => {
  coming.push(byte);
  if (coming.length === 1) pace.schedule(BYTE_NS);
});
chip.uart[0].onByte = (byte) => toUart([byte]);

function plug() {
  line.usb = new USBCDC(chip.usbCtrl);
  line.usb.onDeviceConnected = () => console.log('connected');
  line.usb.onSerialData = toUsb;
}

// As after power and after each reset: the ROM has copied boot2 and calls it with nowhere to go back to.
function start() {
  if (unplugged !== 'uart') plug();
  chip.sram.set(bytes.subarray(0, BOOT2_SIZE), BOOT2_AT - 0x20000000);
  chip.core.enabledInterrupts = 0;
  chip.core.SP = STACK_OF_ROM;
  chip.core.LR = 0;
  chip.core.PC = BOOT2_AT;
}

// A reset by the watchdog: memory stays as it is.
chip.peripherals[0x40058].onWatchdogTrigger = () => {
  console.log('watchdog');
  start();
};

// The state machines of the PIO run ahead of the clock, so the ring is read where it is written and not at its pin.
const ring = [];
const write = chip.pio[0].writeUint32.bind(chip.pio[0]);
chip.pio[0].writeUint32 = (offset, value) => {
  if (offset === FIFO) ring.push((value >>> 8).toString(16).padStart(6, '0'));
  write(offset, value);
};

// An MFRC522 on the first select line, as far as naming a tag of four bytes needs one; no other reader is there.
const SELECT = 17;
const [COMMAND, IRQ, DATA, LEVEL, FRAMING, ANTENNA, VERSION] = [0x01, 0x04, 0x09, 0x0a, 0x0d, 0x14, 0x37];
const reader = { registers: new Uint8Array(64), fifo: [], uid: null, address: null };

function crcA(data) {
  let crc = 0x6363;
  for (const byte of data) {
    let b = (byte ^ crc) & 0xff;
    b = (b ^ (b << 4)) & 0xff;
    crc = ((crc >> 8) ^ (b << 8) ^ (b << 3) ^ (b >> 4)) & 0xffff;
  }
  return [crc & 0xff, crc >> 8];
}

function tagAnswers(frame) {
  const { uid } = reader;
  if (!uid || !(reader.registers[ANTENNA] & 3)) return [];
  const part = [...uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3]];
  const select = [0x93, 0x70, ...part];
  if (frame.length === 1) return [0x04, 0x00];
  if (frame.length === 2) return part;
  return frame.join() === [...select, ...crcA(select)].join() ? [0x08, ...crcA([0x08])] : [];
}

function writeReader(address, value) {
  if (address === DATA) reader.fifo.push(value);
  else if (address === LEVEL) reader.fifo = [];
  else if (address === IRQ) reader.registers[IRQ] &= ~value;
  else reader.registers[address] = value;
  if (address === FRAMING && value & 0x80 && reader.registers[COMMAND] === 0x0c) {
    reader.fifo = tagAnswers(reader.fifo);
    reader.registers[IRQ] |= reader.fifo.length ? 0x20 : 0x01;
  }
  if (address === COMMAND && value === 0x0f) reader.registers.fill(0);
}

function readReader(address) {
  if (address === DATA) return reader.fifo.shift() ?? 0;
  if (address === LEVEL) return reader.fifo.length;
  return address === VERSION ? 0x92 : reader.registers[address];
}

function trade(value) {
  if (chip.gpio[SELECT].value !== GPIOPinState.Low) return 0xff; // nobody drives the line
  if (reader.address === null) {
    reader.address = value;
    return 0;
  }
  const register = (reader.address >> 1) & 0x3f;
  if (reader.address & 0x80) return readReader(register);
  writeReader(register, value);
  return 0;
}

chip.gpio[SELECT].addListener(() => {
  reader.address = null;
});
chip.spi[0].onTransmit = (value) => chip.spi[0].completeTransmit(trade(value));

function answer(text) {
  const drive = text.match(/^pin (\d+) ([01])$/);
  const get = text.match(/^get (\d+)$/);
  if (drive) chip.gpio[Number(drive[1])].setInputValue(drive[2] === '1');
  if (get) return GPIOPinState[chip.gpio[Number(get[1])].value];
  if (text === 'lamps') return `green red blue ${ring.slice(-LAMPS).join(' ')}`;
  const tag = text.match(/^tag (-|[0-9A-F]{8})$/);
  if (tag) reader.uid = tag[1] === '-' ? null : [...Buffer.from(tag[1], 'hex')];
  return 'ok';
}

readline
  .createInterface({ input: process.stdin })
  .on('line', (text) => console.log(answer(text)))
  .on('close', () => process.exit(0));

start();
simulator.execute();
