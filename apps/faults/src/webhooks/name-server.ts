import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** The record has a pointer to the name of the question, type A, class IN, TTL 0 and four bytes (RFC 1035 §4.1.3). */
const RECORD = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4];
const ANSWER_FLAGS = 0x8180;

const questionOf = (packet: Buffer): { readonly bytes: Buffer; readonly type: number } => {
  let end = HEADER_BYTES;
  while ((packet[end] ?? 0) > 0) end += 1 + (packet[end] ?? 0);
  return { bytes: packet.subarray(HEADER_BYTES, end + 5), type: packet.readUInt16BE(end + 1) };
};

/**
 * Starts a DNS server on loopback.
 * @param addressOf - Returns the address for the nth question about any name.
 * @returns The address at which the server listens.
 */
export const startNameServer = async (addressOf: (nth: number) => string, cleanup: Cleanup): Promise<string> => {
  const socket = createSocket("udp4");
  let asked = 0;
  socket.on("message", (packet, { port, address }) => {
    const { bytes, type } = questionOf(packet);
    const answers =
      type === TYPE_A
        ? [
            [
              ...RECORD,
              ...addressOf((asked += 1))
                .split(".")
                .map(Number),
            ],
          ]
        : [];
    const header = Buffer.alloc(HEADER_BYTES);
    packet.copy(header, 0, 0, 2);
    [ANSWER_FLAGS, 1, answers.length].forEach((value, at) => header.writeUInt16BE(value, 2 + 2 * at));
    socket.send(Buffer.concat([header, bytes, Buffer.from(answers.flat())]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  cleanup.add(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
};
