import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPES = { 1: "A", 28: "AAAA" } as const;
const NAME_ERROR = 3;

type Type = "A" | "AAAA";
/** Returns the bytes of the addresses of a name, "none" if there is no such name, or "silence" to give no answer. */
type Answers = (name: string, type: Type) => readonly (readonly number[])[] | "none" | "silence";

const readQuestion = (message: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[message.readUInt16BE(at + 1) as keyof typeof TYPES];
  return { name: labels.join("."), type, question: message.subarray(12, at + 5) };
};

/** Starts a name server (RFC 1035) on this machine. It records the questions that it gets. */
export const startNameServer = async (answers: Answers) => {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { name, type, question } = readQuestion(message);
    asked.push(`${name} ${type}`);
    const found = answers(name, type);
    if (found === "silence") return;
    const records = found === "none" ? [] : found;
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(0x8180 + (found === "none" ? NAME_ERROR : 0), 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const lines = records.map((bytes) =>
      Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([head, question, ...lines]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { asked, address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
};
