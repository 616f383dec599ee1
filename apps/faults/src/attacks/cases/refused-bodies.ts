import type { Socket } from "node:net";
import type { Attack } from "../attack.js";
import { readiness, readinessOnKept } from "../ask.js";
import { manyFields, someFields } from "../heads.js";
import { addressOfMany, openMany } from "../sockets.js";

const packet = (fields: string) =>
  `POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n${fields}\r\n{`;
/** The service refuses the first two because they have too many fields, and the last one only because it has no key. */
const packets = [packet(manyFields), packet(manyFields), packet(someFields)];
/** Each address stays within its rate limit. */
const PER_ADDRESS = 400;
/** The share of the connections that the service must have closed. It may still be closing the last ones. */
const MIN_CLOSED = 0.9;

/** A refusal ends the request. It must also end the connection if the body has not arrived. */
export const refusedBodies: Attack = {
  name: "refused requests with unfinished bodies",
  full: { count: 1_200, seconds: 10 },
  short: { count: 1_200, seconds: 5 },
  victims: () => [readiness, readinessOnKept],
  bounds: { p99Ms: 100, rssMb: 350, shortGrowthMb: 80 },
  strike: (target, gains, signal) => {
    const onOpen = (socket: Socket, at: number) => socket.write(packets[at % packets.length] ?? "");
    return openMany({ ...target, gains, signal, from: addressOfMany(PER_ADDRESS), onOpen });
  },
  judge: ({ opened, closed }) =>
    closed >= MIN_CLOSED * opened ? [] : [`${opened - closed} of ${opened} refused connections stayed open`],
};
