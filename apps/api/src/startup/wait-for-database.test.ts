import { pino } from "pino";
import { describe, expect, it } from "vitest";
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
  it("listens again at the same port after an attempt that has released it and failed", async () => {
    const attempts = [
      async () => {
        throw away("it is refused");
      },
      async ({ release }: WaitingPort) => {
        release();
        throw away("it went away again");
      },
      ({ port }: WaitingPort) => askAt(port),
    ];
    const attempt = (waiting: WaitingPort) => (attempts.shift() ?? attempts[0])?.(waiting) as Promise<unknown>;
    const answered = await waitForDatabase(config, log, new AbortController().signal, attempt);
    expect(answered).toEqual([503, expect.stringContaining("it went away again")]);
  });
});
