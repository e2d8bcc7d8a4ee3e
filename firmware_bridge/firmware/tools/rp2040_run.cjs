// Runs the image for the RP2040 in rp2040js, which models its processor, clocks, pins, UART and USB controller.
//
//   npm install --prefix /tmp/rp2040 rp2040js@1.4.1
//   NODE_PATH=/tmp/rp2040/node_modules node tools/rp2040_run.cjs build/rp2040/lamplight.bin 17040
//
// The board's USB port is on TCP port 17040, its UART on 17041. Lines on standard input: `pin 2 0` drives a pin, `get 17`
// tells one, `lamps` the colours the ring was sent. It starts behind boot2 and has no boot ROM; it is some ten times slower
// than a board. A smoke test, no part of the test suite.
'use strict';
const fs = require('fs');
const net = require('net');
const readline = require('readline');
const { RP2040, Simulator, USBCDC, GPIOPinState } = require('rp2040js');

const PROGRAM = 0x100; // behind boot2
const FLASH = 0x10000000;
const PULLED_UP = [2, 3, 4, 5, 14];
const LAMPS = 16;
const FIFO = 0x10; // of the first state machine

const [image, portText] = process.argv.slice(2);
const bytes = fs.readFileSync(image);
const vectors = new DataView(bytes.buffer, bytes.byteOffset + PROGRAM);
const simulator = new Simulator();
const chip = simulator.rp2040;
chip.flash.set(bytes, 0);
chip.core.VTOR = FLASH + PROGRAM;
chip.core.SP = vectors.getUint32(0, true);
chip.core.PC = vectors.getUint32(4, true) & ~1;
chip.logger = { debug() {}, info() {}, warn: (where, what) => console.error('warn', where, what), error: (where, what) => console.error('error', where, what) };
for (const pin of PULLED_UP) chip.gpio[pin].setInputValue(true);

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

const usb = new USBCDC(chip.usbCtrl);
usb.onDeviceConnected = () => console.log('connected');
usb.onSerialData = serve(Number(portText), (byte) => usb.sendSerialByte(byte));
const toUart = serve(Number(portText) + 1, (byte) => chip.uart[0].feedByte(byte));
chip.uart[0].onByte = (byte) => toUart([byte]);

// Its state machines run ahead of the clock, so the ring is read where it is written and not at its pin.
const ring = [];
const write = chip.pio[0].writeUint32.bind(chip.pio[0]);
chip.pio[0].writeUint32 = (offset, value) => {
  if (offset === FIFO) ring.push((value >>> 8).toString(16).padStart(6, '0'));
  write(offset, value);
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const drive = line.match(/^pin (\d+) ([01])$/);
  const get = line.match(/^get (\d+)$/);
  if (drive) chip.gpio[Number(drive[1])].setInputValue(drive[2] === '1');
  console.log(get ? GPIOPinState[chip.gpio[Number(get[1])].value] : line === 'lamps' ? `green red blue ${ring.slice(-LAMPS).join(' ')}` : 'ok');
}).on('close', () => process.exit(0));

simulator.execute();
