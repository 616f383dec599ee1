import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { gauge, type Snapshot } from "../metrics/metric.js";
import { type MetricsServer, openMetricsServer } from "./metrics-server.js";

let server: MetricsServer | undefined;
afterEach(() => server?.close());

const open = async (collect: () => Promise<readonly Snapshot[]>) => {
  const logged: { msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as { msg: string }) });
  server = await openMetricsServer({ metricsHost: "127.0.0.1", metricsPort: 0 }, log, collect);
  const url = /http:\S+metrics/.exec(logged[0]?.msg ?? "")?.[0] ?? "";
  return { url, logged, origin: new URL(url).origin };
};
const collectOne = async () => [[gauge("in_flight", "Of a test.", 2)]];

describe("the port of the metrics", () => {
  it("serves the metrics to GET and HEAD, and no other path or method", async () => {
    const { url, origin } = await open(collectOne);
    const [got, head] = [await fetch(`${url}?a=1`), await fetch(url, { method: "HEAD" })];
    const text = await got.text();
    expect([got.status, text, got.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("\nin_flight 2\n"),
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(text.length),
      "",
    ]);
    const answers = [await fetch(`${origin}/`), await fetch(url, { method: "DELETE" }), await fetch(`${url}/x`)];
    const body = Buffer.from("x");
    expect(
      [...answers, await fetch(url, { method: "POST", body })].map(({ status, headers }) => [
        status,
        headers.get("allow"),
      ]),
    ).toEqual([
      [404, null],
      [405, "GET, HEAD"],
      [404, null],
      [405, "GET, HEAD"],
    ]);
  });

  it("collects once for concurrent scrapes, and again for the next scrape", async () => {
    const counts = { collected: 0 };
    let end = () => {};
    const { url } = await open(async () => {
      counts.collected += 1;
      await new Promise<void>((resolve) => (end = resolve));
      return [[gauge("collected", "Of a test.", counts.collected)]];
    });
    const scrape = async () => /^collected (.*)$/m.exec(await (await fetch(url)).text())?.[1];
    const first = [scrape(), scrape()];
    await expect.poll(() => counts.collected).toBe(1);
    // When a third request has been answered on the same server, the second one has arrived as well.
    await fetch(`${new URL(url).origin}/`);
    end();
    expect(await Promise.all(first)).toEqual(["1", "1"]);
    const next = scrape();
    await expect.poll(() => counts.collected).toBe(2);
    end();
    expect(await next).toBe("2");
  });

  it("answers 500 and logs the reason if it cannot collect metrics, and serves the next scrape", async () => {
    const outcomes = [Promise.reject(new Error("gone")), collectOne()];
    outcomes[0]?.catch(() => {});
    const { url, logged } = await open(() => outcomes.shift() ?? collectOne());
    expect([(await fetch(url)).status, (await fetch(url)).status]).toEqual([500, 200]);
    expect(logged.slice(1)).toMatchObject([{ level: 40, err: { message: "gone" } }]);
  });

  // The time limit is below the 20 s after which a silent connection ends by itself.
  it("ends a scrape in flight when it closes", { timeout: 15_000 }, async () => {
    let isCollecting = false;
    const { url } = await open(() => {
      isCollecting = true;
      return new Promise(() => {});
    });
    const scrape = fetch(url);
    await expect.poll(() => isCollecting).toBe(true);
    server?.close();
    await expect(scrape).rejects.toThrow("fetch failed");
  });

  it("names METRICS_PORT if the port is in use", async () => {
    const { origin } = await open(collectOne);
    const again = openMetricsServer(
      { metricsHost: "127.0.0.1", metricsPort: Number(new URL(origin).port) },
      pino({ level: "silent" }),
      collectOne,
    );
    await expect(again).rejects.toThrow("METRICS_PORT=0 takes any free port");
  });
});
