import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hasPromtool, runPromtool } from "./support/promtool.js";
import { namesIn, parseSamples, type Sample, scrape } from "./support/scrape.js";
import { keyOf, type ServiceProcess, startServiceProcess, stopServiceProcess } from "./support/service-process.js";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const dashboard = read("ops/grafana/petstore.json");
const alerts = read("ops/prometheus/alerts.yml");
const incidents = ["ops/prometheus/alerts.test.yml", "ops/prometheus/alerts-of-days.test.yml"];
const page = read("docs/monitoring.md");

const metricName = /\b(?:petstore|nodejs|process)_[a-z0-9_]+\b/g;
const expressions = [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text).join("\n");
const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

/** Metrics that no traffic changes, or that change only because of a fault which this file does not cause. */
const steady = new Set([
  "petstore_build_info",
  "petstore_lane_connections",
  "petstore_event_loop_overloaded",
  "petstore_jobs_waiting",
  "petstore_last_backup_timestamp_seconds",
  "petstore_pool_waiting",
  "petstore_ready",
  "petstore_clock_skew_seconds",
  "petstore_dependency_up",
  "petstore_worker_up",
]);

describe("a service under load whose private PostgreSQL dies", () => {
  let service: ServiceProcess;
  let folder: string;
  let text: string;
  const seen = new Map<string, Set<number>>();

  const note = (samples: readonly Sample[]) => {
    for (const { name, labels, value } of samples) {
      const series = `${name}${JSON.stringify(labels)}`;
      seen.set(series, (seen.get(series) ?? new Set()).add(value));
    }
  };

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    service = startServiceProcess({
      ...{ DATA_DIR: folder, METRICS_PORT: "0", RATE_LIMIT: "0", ADDRESS_RATE_LIMIT: "20", WEBHOOK_ALLOW: "127.0.0.1" },
    });
    const origin = await service.address();
    const metrics = await vi.waitFor(
      () => /Metrics are at (http:\S+)\./.exec(service.output.stderr)?.[1] ?? expect.fail("not served yet"),
      { timeout: 20_000 },
    );
    const key = keyOf(service);
    const ending = new AbortController();
    const rounds: number[] = [];
    const repeat = async (work: () => Promise<unknown>, at: number) => {
      for (rounds[at] = 0; !ending.signal.aborted; rounds[at] += 1) {
        await work().catch(() => {});
        await delay(5);
      }
    };
    const send = async (method: string, path: string, body?: object) => {
      const init = body && { body: JSON.stringify(body) };
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", origin };
      await (await fetch(origin + path, { method, headers, ...init })).arrayBuffer();
    };
    const pet = { name: "Rex", categoryId: 1, status: "available" };
    // Nothing listens at this address, so each attempt fails.
    await send("POST", "/v1/webhook-endpoints", { url: "http://127.0.0.1:9/" });
    const all = [
      () => send("GET", "/v1/pets?limit=5"),
      () => Promise.all(Array.from({ length: 12 }, (_, at) => send("GET", `/v1/pets?limit=${at + 1}`))),
      () => Promise.all(Array.from({ length: 8 }, () => send("GET", "/v1/inventory"))),
      () => Promise.all(Array.from({ length: 8 }, () => send("POST", "/v1/pets", pet))),
      // Pages before a new pet stay in the cache, but this pet is on all of them.
      () => send("PATCH", "/v1/pets/1", { name: `Rex ${performance.now()}` }),
      () => send("GET", "/v1/events?after=now&wait=1"),
      () => send("POST", "/auth/sign-in/email", { email: "nobody@petstore.test", password: "not the right one" }),
      async () => note(parseSamples(await scrape(metrics))),
    ].map(repeat);
    await vi.waitFor(() => expect(Math.min(...rounds)).toBeGreaterThanOrEqual(5), { timeout: 30_000 });
    // These are more requests than one key may have waiting, and more than one address may send.
    for (const path of ["/v1/pets/export", "/unknown"]) {
      await Promise.all(Array.from({ length: 150 }, () => send("GET", path).catch(() => {})));
    }
    const [pid = ""] = (await readFile(join(folder, "postgres/postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
    await vi.waitFor(
      async () => {
        expect(parseSamples(await scrape(metrics))).toContainEqual({
          name: "petstore_private_postgres_restarts_total",
          labels: {},
          value: 1,
        });
      },
      { timeout: 30_000, interval: 100 },
    );
    ending.abort();
    await Promise.all(all);
    text = await scrape(metrics);
    note(parseSamples(text));
  });
  afterAll(() => stopServiceProcess(service));

  it("changes every metric of Pet Store except the constant ones", () => {
    const names = [...text.matchAll(/^# TYPE (petstore_\S+)/gm)].map(([, name = ""]) => name);
    const hasMoved = (name: string) =>
      [...seen].some(([series, values]) => values.size > 1 && new RegExp(`^${name}(?:_bucket)?\\{`).test(series));
    expect(names.filter((name) => !hasMoved(name) && !steady.has(name))).toEqual([]);
  });

  it("exposes every metric that the dashboard, the alerts and the documentation name", () => {
    const exposed = namesIn(text);
    const unknownIn = (source: string) =>
      [...new Set(source.match(metricName))].filter((name) => !exposed.has(name) && !name.endsWith("_"));
    expect([unknownIn(expressions), unknownIn(alerts), unknownIn(page)]).toEqual([[], [], []]);
    expect(expressions.match(metricName)?.length).toBeGreaterThan(40);
  });

  it("has every metric of Pet Store in the table of the documentation and in the dashboard", () => {
    const names = [...text.matchAll(/^# TYPE (petstore_\S+)/gm)].map(([, name = ""]) => name);
    expect(names.filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
    expect(names.filter((name) => !expressions.includes(name))).toEqual([]);
  });
});

describe("the alert rules", () => {
  it("each have a paragraph in the documentation, to which their runbook_url links", () => {
    const headings = [...page.matchAll(/^### (\w+)\n\n(?!#)(.+)/gm)].map(([, name]) => name);
    expect(headings).toEqual(alertNames);
    const urls = [...alerts.matchAll(/runbook_url: (\S+)/g)].map(([, url]) => url);
    expect(urls).toEqual(alertNames.map((name) => `docs/monitoring.md#${name.toLowerCase()}`));
  });

  it("are each expected to fire in a recorded incident", () => {
    const tested = incidents.map(read).join("");
    expect(alertNames.filter((name) => !tested.includes(`{alertname="${name}"}`))).toEqual([]);
  });

  it.runIf(hasPromtool())("fire in the recorded incidents, and end with them", () => {
    for (const args of [
      ["check", "rules", join(root, "ops/prometheus/alerts.yml")],
      ["test", "rules", ...incidents.map((file) => join(root, file))],
    ]) {
      const { status, text } = runPromtool(...args);
      expect({ status, text }).toMatchObject({ status: 0 });
    }
  });
});
