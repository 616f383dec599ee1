import { createServer, type AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import pino from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase } from "../../test/support/test-database.js";
import { createConnectionWatchdog } from "./connection-watchdog.js";

const CHECK_MS = 500;
const UNREACHABLE_AFTER_MS = 1_000_000;

it("the watchdog keeps a slow statement that began before the database was briefly away", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  let refused = 0;
  const away = createServer((socket) => {
    refused += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void away.close());
  await new Promise((resolve) => away.once("listening", resolve));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());

  let looks = 0;
  let isCut = false;
  const slow = {
    processId: 0,
    silentSince: () => {
      looks += 1;
      return -2 * UNREACHABLE_AFTER_MS;
    },
    cut: () => (isCut = true),
  };
  const connection = { connectionString: `postgresql://127.0.0.1:${(away.address() as AddressInfo).port}/away` };
  const log = pino({ level: "silent" });
  const watchdog = createConnectionWatchdog(connection, Number.POSITIVE_INFINITY, log, UNREACHABLE_AFTER_MS);
  onTestFinished(() => watchdog.close());
  watchdog.watch(slow);

  /**
   * Lets the watchdog check until `holds` returns true.
   * @param holds - Gets how often the watchdog looked at the connection between the last two checks.
   */
  const checkUntil = async (holds: (looksBetween: number) => boolean) => {
    for (let between = 0; !holds(between); ) {
      vi.advanceTimersByTime(CHECK_MS);
      const before = looks;
      for (let turns = 0; turns < 10; turns += 1) await turn();
      between = looks - before;
    }
  };
  // If the watchdog asks PostgreSQL a second time, the first attempt has failed.
  await checkUntil(() => refused === 2);
  connection.connectionString = database.url;
  // Between two checks, the watchdog looks at a connection only because the database has answered.
  await checkUntil((looksBetween) => looksBetween > 0);
  vi.advanceTimersByTime(UNREACHABLE_AFTER_MS + CHECK_MS);
  expect(isCut).toBe(false);
});
