import type { Attack } from "../attack.js";
import { readiness, readinessOnKept } from "../ask.js";
import { manyFields, someFields } from "../heads.js";
import { openMany } from "../sockets.js";

const packet = (fields: string) =>
  `POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n${fields}\r\n{`;
/** Refused for their number, and, in every third request, for its key only. */
const packets = [packet(manyFields), packet(manyFields), packet(someFields)];
/** Each stays within the limit of requests per address. */
const PER_ADDRESS = 400;
/** The last ones may still linger. */
const MIN_CLOSED = 0.9;

/** A refusal ends the request, and must end its connection too when the body has not arrived. */
export const refusedBodies: Attack = {
  name: "refused requests with unfinished bodies",
  full: { count: 1_200, seconds: 10 },
  short: { count: 1_200, seconds: 5 },
  victims: () => [readiness, readinessOnKept],
  bounds: { p99Ms: 100, rssMb: 350, shortGrowthMb: 80 },
  strike: ({ port, first, count }, gains, signal) =>
    openMany({
      port,
      first,
      count,
      gains,
      signal,
      from: (at) => `127.0.0.${2 + Math.floor(at / PER_ADDRESS)}`,
      onOpen: (socket, at) => socket.write(packets[at % packets.length] ?? ""),
    }),
  judge: ({ opened, closed }) =>
    closed >= MIN_CLOSED * opened ? [] : [`${opened - closed} of ${opened} refused connections stayed open`],
};
