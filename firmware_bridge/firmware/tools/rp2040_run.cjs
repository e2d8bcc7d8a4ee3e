// Runs the image for the RP2040 in rp2040js, which models its processor, clocks, pins, UART and USB controller.
//
//   npm install --prefix /tmp/rp2040 rp2040js@1.4.1
//   NODE_PATH=/tmp/rp2040/node_modules node tools/rp2040_run.cjs build/rp2040/lamplight.bin 17040
//
// The board's USB port is on TCP port 17040, its UART on 17041. Lines on standard input: `pin 2 0` drives a pin, `get 17`
// tells one, `lamps` the colours the ring was sent, `spi` the last bytes on the readers' bus. It starts with boot2, as the
// boot ROM would, but there is no ROM: the board's id is all zeros. It is some ten times slower than a board. A smoke test,
// no part of the test suite.
'use strict';
const fs = require('fs');
const net = require('net');
const readline = require('readline');
const { RP2040, Simulator, USBCDC, GPIOPinState } = require('rp2040js');

const BOOT2_SIZE = 252;
const BOOT2_AT = 0x20041f00;
const STACK_OF_ROM = 0x20042000;
const HAD_POR = 1 << 8;
const PULLED_UP = [2, 3, 4, 5, 14];
const LAMPS = 16;
const FIFO = 0x10; // of the first state machine

const [image, portText] = process.argv.slice(2);
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

const toUsb = serve(Number(portText), (byte) => line.usb.sendSerialByte(byte));
const toUart = serve(Number(portText) + 1, (byte) => chip.uart[0].feedByte(byte));
chip.uart[0].onByte = (byte) => toUart([byte]);

// As after power and after each reset: the ROM has copied boot2 and calls it with nowhere to go back to.
function start() {
  line.usb = new USBCDC(chip.usbCtrl);
  line.usb.onDeviceConnected = () => console.log('connected');
  line.usb.onSerialData = toUsb;
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

// Nobody answers on the readers' bus: its line is pulled up.
const spi = [];
chip.spi[0].onTransmit = (value) => {
  spi.push(value.toString(16).padStart(2, '0'));
  chip.spi[0].completeTransmit(0xff);
};

function answer(text) {
  const drive = text.match(/^pin (\d+) ([01])$/);
  const get = text.match(/^get (\d+)$/);
  if (drive) chip.gpio[Number(drive[1])].setInputValue(drive[2] === '1');
  if (get) return GPIOPinState[chip.gpio[Number(get[1])].value];
  if (text === 'lamps') return `green red blue ${ring.slice(-LAMPS).join(' ')}`;
  return text === 'spi' ? spi.slice(-LAMPS).join(' ') : 'ok';
}

readline
  .createInterface({ input: process.stdin })
  .on('line', (text) => console.log(answer(text)))
  .on('close', () => process.exit(0));

start();
simulator.execute();
