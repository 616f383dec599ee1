import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../attack.js";
import { openSocket } from "../sockets.js";

const RETRY_MS = 50;

const packet = (key: string) =>
  "POST /v1/pets/changes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1048577\r\n" +
  `Authorization: Bearer ${key}\r\n\r\n{`;

/**
 * This file of 1.2 MB is too large for the shared memory, so the service needs the place for large bodies to read it.
 */
const file = (() => {
  const rows = Array.from({ length: 30_000 }, (_, at) => `Animal of the import number ${at},1,available`);
  return `name,categoryId,status\n${rows.join("\n")}\n`;
})();

export const largeBodyPlace: Attack = {
  name: "one byte of a large body",
  full: { count: 2, seconds: 20 },
  short: { count: 2, seconds: 5 },
  victims: ({ ownerKey }) => [
    {
      name: "import",
      method: "POST",
      path: "/v1/pets/import?dryRun=true",
      headers: { authorization: `Bearer ${ownerKey}` },
      body: JSON.stringify({ csv: file, source: "victim.csv", columns: {} }),
      everyMs: 5_000,
      from: ["127.0.200.1"],
      expected: [200],
      retryMs: 30_000,
    },
  ],
  bounds: { rssMb: 350 },
  strike: async ({ port, access: { clerkKey }, count }, gains, signal) => {
    const repeat = async (): Promise<void> => {
      const socket = await openSocket({ port, from: "127.0.0.2", gains });
      // The test closes the connection itself, because the service does not after this refusal.
      socket?.once("data", () => socket.destroy()).once("close", () => void sleep(RETRY_MS).then(again));
      socket?.write(packet(clerkKey));
    };
    const again = async () => (signal.aborted ? undefined : repeat());
    await Promise.all(Array.from({ length: count }, repeat));
  },
};
