import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import { skipPauses } from "../../test/support/fake-workers.js";
import { parseConfig } from "../config/config.js";
import { StartMustWait } from "../database/start-must-wait.js";
import { waitForDatabase, type WaitingPort } from "./wait-for-database.js";

const config = parseConfig({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", PORT: "0", HOST: "127.0.0.1" });
const away = (reason: string) => new StartMustWait("The database is away:", "start it.", { reason });
const log = pino({ level: "silent" });

const askAt = async (port: number) => {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return [response.status, ((await response.json()) as { message: string }).message];
};

describe("a start that waits for its database", () => {
  it("listens again at the same port after an attempt that released it and then failed", async () => {
    const attempts = [
      async () => {
        throw away("it is refused");
      },
      async ({ release }: WaitingPort) => {
        release();
        throw away("it went away again");
      },
      async ({ port, noteReached }: WaitingPort) => {
        const before = await askAt(port);
        noteReached();
        return [port, before, await askAt(port)];
      },
    ];
    const attempt = (waiting: WaitingPort) => (attempts.shift() ?? attempts[0])?.(waiting) as Promise<unknown>;
    const answered = await waitForDatabase(config, log, new AbortController().signal, attempt);
    const [port, before, after] = answered as [number, unknown, unknown];
    expect(before).toEqual([503, expect.stringContaining("it went away again")]);
    expect(after).toEqual([503, expect.stringContaining("the database is being prepared")]);
    await expect(askAt(port)).rejects.toThrow("fetch failed");
  });

  it("logs the wait every ten seconds at most, and ends with any other error", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { pauses, restore } = skipPauses();
    const lines: string[] = [];
    const counting = pino({}, { write: (line: string) => void lines.push(line) });
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts === 22) throw new Error("no schema");
      vi.advanceTimersByTime(1_000);
      throw away("it is refused");
    };
    const waiting = waitForDatabase(config, counting, new AbortController().signal, attempt);
    await expect(waiting).rejects.toThrow("no schema");
    expect([lines.length, pauses]).toEqual([3, Array(21).fill(1_000)]);
    restore();
    vi.useRealTimers();
  });
});
