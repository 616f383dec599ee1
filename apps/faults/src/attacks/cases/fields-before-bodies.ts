import type { Socket } from "node:net";
import type { Attack } from "../attack.js";
import { readiness, readinessOnKept } from "../ask.js";
import { manyFields } from "../heads.js";
import { openMany } from "../sockets.js";

const ADDRESSES = 6;

const packet = (port: number, at: number) =>
  `POST /auth/sign-in/email HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
  `X-Forwarded-For: 203.0.113.${1 + (at % ADDRESSES)}\r\nContent-Type: application/json\r\nContent-Length: 64\r\n` +
  `${manyFields}\r\n{`;

/** The service holds the fields of a complete header in memory until the body has arrived. */
export const fieldsBeforeBodies: Attack = {
  name: "fields before slow bodies",
  env: { TRUSTED_PROXIES: "loopback" },
  full: { count: 1_619, seconds: 10 },
  short: { count: 1_200, seconds: 2 },
  victims: () => [readiness, readinessOnKept],
  bounds: { p99Ms: 100, rssMb: 350, shortGrowthMb: 80 },
  strike: (target, gains, signal) => {
    const onOpen = (socket: Socket, at: number) => socket.write(packet(target.port, at));
    return openMany({ ...target, gains, signal, from: () => "127.0.0.2", onOpen });
  },
};
