import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { findProgram, foldersOf } from "@petstore/bench/dist/find-program.js";
import { findFreePort } from "../service/service-process.js";
import { createProcess, surroundingsIn } from "../service/started-process.js";
import { makeFolder } from "../store/store.js";

export type Prometheus = {
  /** Returns the names of the alerts that fire, with the dependency or the kind of job in parentheses. */
  firing(): Promise<ReadonlySet<string>>;
  /** Sets the ports on loopback that it scrapes. */
  scrape(ports: readonly number[]): Promise<void>;
  /** Returns how long the rule of an alert waits in production, as its file says. */
  waitOf(alert: string): string;
};

const rulesFile = fileURLToPath(new URL("../../../../ops/prometheus/alerts.yml", import.meta.url));
/** The interval of scrapes and evaluations for which the rules are written. */
const USUAL_INTERVAL_SECONDS = 15;
const READY_WITHIN_MS = 30_000;
const ASK_WITHIN_MS = 5_000;

export const findPrometheus = (): string | undefined =>
  findProgram(["prometheus"], foldersOf(process.env["PATH"] ?? ""));

const forLine = /^(\s+for: )(\d+)([sm])$/gm;

/** Shortens how long the rules wait. Their expressions, with the windows in them, stay as they are. */
export const hasten = (rules: string, factor: number): string =>
  rules.replaceAll(forLine, (_, start: string, amount: string, unit: string) => {
    const ms = (Number(amount) * (unit === "m" ? 60_000 : 1_000)) / factor;
    return `${start}${Math.round(ms)}ms`;
  });

const waits = (rules: string): ReadonlyMap<string, string> =>
  new Map(
    rules.split("- alert: ").map((rule) => [rule.split("\n", 1)[0] ?? "", /^\s+for: (\w+)$/m.exec(rule)?.[1] ?? "0s"]),
  );

type Labels = { readonly alertname: string; readonly dependency?: string; readonly kind?: string };
type Alerts = { readonly data: { readonly alerts: readonly { readonly state: string; readonly labels: Labels }[] } };

const nameOf = ({ alertname, dependency, kind }: Labels): string => {
  const what = dependency ?? kind;
  return what === undefined ? alertname : `${alertname} (${what})`;
};

/** Starts Prometheus with the rules of operators, at `factor` times their pace. */
export const startPrometheus = async (program: string, factor: number, cleanup: Cleanup): Promise<Prometheus> => {
  const folder = await makeFolder(cleanup);
  const rules = await readFile(rulesFile, "utf8");
  await writeFile(join(folder, "alerts.yml"), hasten(rules, factor));
  const interval = `${Math.round((USUAL_INTERVAL_SECONDS * 1_000) / factor)}ms`;
  const global = { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval };
  const targets = join(folder, "targets.json");
  const scrape = async (ports: readonly number[]) => {
    const text = JSON.stringify([{ targets: ports.map((port) => `127.0.0.1:${port}`) }]);
    // Prometheus must not read half of a file.
    await writeFile(`${targets}.new`, text);
    await rename(`${targets}.new`, targets);
  };
  await scrape([]);
  const file = { files: [targets], refresh_interval: "1s" };
  const scrape_configs = [{ job_name: "petstore", file_sd_configs: [file] }];
  // JSON is YAML as well.
  await writeFile(
    join(folder, "prometheus.yml"),
    JSON.stringify({ global, rule_files: ["alerts.yml"], scrape_configs }),
  );
  const port = await findFreePort();
  const args = {
    "--config.file": join(folder, "prometheus.yml"),
    "--storage.tsdb.path": join(folder, "data"),
    "--web.listen-address": `127.0.0.1:${port}`,
    "--log.level": "warn",
  };
  const command = { command: program, args: Object.entries(args).map((pair) => pair.join("=")) };
  const prometheus = createProcess({ ...command, ...surroundingsIn(folder) }, cleanup);
  prometheus.start();
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
  const isReady = () =>
    ask("/-/ready").then(
      ({ ok }) => ok,
      () => false,
    );
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await isReady())) {
    if (!prometheus.isRunning() || performance.now() > giveUpAt) {
      throw new Error(`Prometheus does not start:\n${prometheus.log()}`);
    }
    await sleep(100);
  }
  const waiting = waits(rules);
  return {
    scrape,
    firing: async () => {
      const { data } = (await (await ask("/api/v1/alerts")).json()) as Alerts;
      return new Set(data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => nameOf(labels)));
    },
    waitOf: (alert) => waiting.get(alert) ?? "?",
  };
};
