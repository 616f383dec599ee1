import type { Attack } from "../attack.js";
import { healthOnFresh, healthOnKept } from "../ask.js";
import type { Access } from "../access.js";
import { addressAt, flood, openSocket } from "../sockets.js";

const PACKET_BYTES = 60_000;
const MAX_REQUESTS = 1_500;
/** The service may begin at most an eighth of the requests in a packet in one turn. */
const SHARE_OF_PACKET = 8;

const packetOf = (path: string, fields: string) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
  return Buffer.from(request.repeat(Math.min(MAX_REQUESTS, Math.floor(PACKET_BYTES / request.length))));
};

type Kind = {
  readonly name: string;
  readonly path: string;
  readonly fields?: (access: Access) => string;
  readonly isUnread?: true;
  readonly count?: number;
  readonly isShort?: true;
};

const attack = ({ name, path, fields = () => "", isUnread, count = 8, isShort }: Kind): Attack => ({
  name: `pipelined ${name}`,
  // Requests with a key must be served from the cache and must not be refused by the rate limit.
  env: { RATE_LIMIT: "0", ACCOUNT_RATE_LIMIT: "0" },
  full: { count, seconds: 10 },
  ...(isShort && { short: { count, seconds: 2 } }),
  victims: () => [healthOnFresh, healthOnKept],
  bounds: { p99Ms: 100, rssMb: 350, perTurn: (count * MAX_REQUESTS) / SHARE_OF_PACKET },
  strike: async ({ port, access, count }, gains, signal) => {
    const packet = packetOf(path, fields(access));
    const open = async (at: number) => {
      const socket = await openSocket({ port, from: addressAt(at), gains, ...(isUnread && { isUnread }) });
      if (socket !== undefined) flood(socket, packet, signal);
    };
    await Promise.all(Array.from({ length: count }, (_, at) => open(at)));
  },
});

export const pipelines: readonly Attack[] = [
  attack({ name: "refusals without a key", path: "/v1/pets", isShort: true }),
  attack({ name: "health checks", path: "/healthz" }),
  attack({ name: "documents", path: "/v1/openapi.json" }),
  attack({ name: "static files", path: "/favicon.svg" }),
  attack({ name: "sessions", path: "/auth/get-session" }),
  attack({
    name: "cache hits with a key",
    path: "/v1/pets?limit=20",
    fields: ({ clerkKey }) => `Authorization: Bearer ${clerkKey}\r\n`,
    isShort: true,
  }),
  attack({ name: "health checks, never read", path: "/healthz", isUnread: true, count: 64 }),
];
