import { loadavg } from "node:os";
import { type Browser, chromium } from "playwright-core";
import type { Cleanup } from "../cleanup.js";
import { describeMachine } from "../machine.js";
import { takeTurns } from "../measure.js";
import { createReport, type Report } from "../report.js";
import { areSizesHeld, clickTable, loadTable, sessionTable, sizeTable } from "../tables/web-tables.js";
import { writeSection } from "../tables/write-section.js";
import { measureClicks } from "./clicks.js";
import { findChromium } from "./find-chromium.js";
import { type Catalogue, openSites } from "./open-sites.js";
import type { WebOptions } from "./options.js";
import { measurePageLoad, type PageLoad } from "./page-load.js";
import { measureSession, type SessionTimes } from "./session.js";
import type { Site } from "./sites.js";
import { measureListSizes, measureSignInSizes } from "./sizes.js";

const browserArgs = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];

const measureLoads = async (browser: Browser, site: Site, rounds: number, report: Report) => {
  const loads: PageLoad[] = [];
  await takeTurns(rounds, [site], async (one, round) => {
    const seen = await measurePageLoad(browser, one);
    loads.push(seen);
    report(`loading, round ${round}: rows after ${Math.round(seen.rowsMs)} ms`);
  });
  return loads;
};

const measureSessions = async (browser: Browser, catalogues: readonly Catalogue[], steps: number, report: Report) => {
  const sessions = new Map<number, SessionTimes>();
  for (const { size, site } of catalogues) {
    report(`a session of ${steps} steps with ${size.toLocaleString("en")} animals`);
    const session = await measureSession(browser, site, steps);
    sessions.set(size, session);
    report(`its slowest interactions, ms: ${JSON.stringify(session.worstByStep)}`);
  }
  return sessions;
};

/** @returns True if the admin is within its limits of size. */
export const runWebBench = async (options: WebOptions, cleanup: Cleanup): Promise<boolean> => {
  const { isQuick, rounds, steps } = options;
  const report = createReport();
  const executablePath = findChromium();
  const { small, large, postgresVersion } = await openSites(options, report, cleanup);
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  cleanup.add(() => browser.close());
  const load = loadavg()[0] ?? 0;
  const catalogues = [small, large];

  const print = (table: string) => {
    process.stdout.write(`\n${table}\n`);
    return table;
  };
  report("what is loaded");
  const sizes = {
    list: await measureListSizes(browser, small.site),
    signIn: await measureSignInSizes(browser, small.site),
  };
  print(sizeTable(sizes));
  const loads = print(loadTable(await measureLoads(browser, small.site, rounds, report)));
  print(clickTable(await measureClicks(browser, catalogues, rounds, report)));
  print(sessionTable(await measureSessions(browser, catalogues, steps, report)));

  const conditions = [
    `${isQuick ? "QUICK: no figures to quote; " : ""}${rounds} rounds`,
    `Chromium ${browser.version()}, its processor slowed four times`,
    describeMachine(postgresVersion),
    `load ${load.toFixed(1)} before the first round`,
  ].join("; ");
  process.stdout.write(`\n${conditions}.\n`);
  if (options.isWriting) writeSection("web", `${loads}\n\n${conditions}.`);
  report("done");
  return areSizesHeld(sizes);
};
