import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openContext } from "./open-context.js";
import type { RequestContext } from "../request/request-context.js";
import { createRequestLog } from "./request-log.js";

const [INFO, ERROR] = [30, 50];

describe("createRequestLog", () => {
  let logged: Record<string, unknown>[];
  const life = { state: "ready" };
  let level = "info";
  let contexts: RequestContext[];
  let end: (response: ServerResponse) => Promise<void>;

  /** Logs each request when its response is closed. */
  const server = createServer((request, response) => {
    const log = createRequestLog({ log: pino({ level }, { write: (line) => logged.push(JSON.parse(line)) }), life });
    const context = openContext(request, response, () => {});
    contexts.push(context);
    if (request.url === "/readyz") context.outside = "readyz";
    response.once("close", () => log(context));
    void end(response);
  });
  beforeEach(async () => {
    [logged, contexts, level, life.state] = [[], [], "info", "ready"];
    end = async (response) => void response.end();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await response.text();
  };
  const getWith = async (path: string, status: number) => {
    end = async (response) => void response.writeHead(status).end();
    const before = contexts.length;
    await get(path);
    await expect.poll(() => contexts[before]?.response.closed).toBe(true);
  };
  const levels = () => logged.map(({ level }) => level);

  it("logs a status of 500 or above as an error", async () => {
    await getWith("/v1/pets", 200);
    await getWith("/v1/pets", 499);
    await getWith("/v1/pets", 500);
    await getWith("/readyz", 503);
    expect(levels()).toEqual([INFO, INFO, ERROR, ERROR]);
  });

  it.each(["starting", "stopping"] as const)("does not log a 503 of /readyz as an error while %s", async (state) => {
    life.state = state;
    await getWith("/readyz", 503);
    await getWith("/v1/pets", 503);
    expect(levels()).toEqual([INFO, ERROR]);
  });

  it("logs nothing below the level", async () => {
    level = "error";
    await getWith("/v1/pets", 200);
    await getWith("/v1/pets", 500);
    expect(levels()).toEqual([ERROR]);
  });

  it("contains the duration to a tenth of a millisecond, and no `aborted` if the response was sent", async () => {
    end = async (response) => {
      await delay(50);
      response.end();
    };
    const startedAt = performance.now();
    await get("/v1/pets");
    const longest = performance.now() - startedAt + 1;
    await expect.poll(() => logged).toHaveLength(1);
    const { durationMs, aborted, status } = logged[0] as { durationMs: number; aborted?: true; status: number };
    expect([status, aborted]).toEqual([200, undefined]);
    expect(durationMs).toBeGreaterThanOrEqual(49);
    expect(durationMs).toBeLessThan(longest);
    expect(Math.round(durationMs * 10)).toBeCloseTo(durationMs * 10, 6);
  });

  it("contains `aborted` and no status if the client leaves before the response", async () => {
    end = async (response) => void response.destroy();
    await expect(get("/v1/pets")).rejects.toThrow("fetch failed");
    await expect.poll(() => logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ aborted: true });
    expect(logged[0]).not.toHaveProperty("status");
  });
});
