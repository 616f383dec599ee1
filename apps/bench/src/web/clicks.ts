import { BASE_PATH } from "@petstore/contract/routes";
import type { Browser } from "playwright-core";
import { takeTurns } from "../measure.js";
import type { Report } from "../report.js";
import { controlsOf, statuses } from "./controls.js";
import { timeNewRows } from "./new-rows.js";
import { waitForRows, withPage } from "./open-page.js";
import type { Catalogue } from "./open-sites.js";
import type { Site } from "./sites.js";

/** The number of pages that one turn clicks through. */
const PAGES = 5;
const NAMES = ["Ziggy", "Winston", "Apollo", "Gracie", "Pepper", "Tucker", "Princess"] as const;

export const actions = ["next page", "filter by status", "sort by name", "search by name"] as const;
type Action = (typeof actions)[number];

/** The times of one turn, in milliseconds from the input until the new rows were painted. */
export type ClickTimes = Readonly<Record<Action, readonly number[]>>;

/** Adds animals. This changes the count of each filter, so that no cached response contains it. */
const addAnimals = async ({ address, key }: Site) => {
  const pets = statuses.map((status) => ({ name: "New", categoryId: 1, status: status.toLowerCase() }));
  const response = await fetch(`${address}${BASE_PATH}/pets/batch`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(pets),
  });
  if (!response.ok) throw new Error(`Adding animals answered ${response.status}: ${await response.text()}`);
};

const measureTurn = (browser: Browser, site: Site, round: number): Promise<ClickTimes> =>
  withPage(browser, site, async (open) => {
    const { page } = open;
    const controls = controlsOf(page);
    const time = (act: () => Promise<void>) => timeNewRows(page, act);
    await waitForRows(open);

    // Each click follows as soon as the rows are shown. The page that the admin prefetches may not have arrived by
    // then.
    const next: number[] = [];
    for (let times = 0; times < PAGES; times += 1) next.push(await time(controls.nextPage));
    const filter: number[] = [];
    for (const status of statuses) filter.push(await time(() => controls.status(status)));
    await controls.clearFilters();
    await waitForRows(open);
    const sort = [await time(() => controls.sort("Name"))];
    await time(() => controls.sort("Number"));
    const search = [await time(() => controls.search(NAMES[round % NAMES.length] ?? ""))];
    return { "next page": next, "filter by status": filter, "sort by name": sort, "search by name": search };
  });

/** Measures the same clicks with a small and a large catalogue in turn. */
export const measureClicks = async (
  browser: Browser,
  catalogues: readonly Catalogue[],
  rounds: number,
  report: Report,
): Promise<ReadonlyMap<number, readonly ClickTimes[]>> => {
  const times = new Map(catalogues.map(({ size }) => [size, [] as ClickTimes[]]));
  await takeTurns(rounds, catalogues, async ({ size, site }, round) => {
    await addAnimals(site);
    times.get(size)?.push(await measureTurn(browser, site, round));
    report(`clicks, round ${round}: ${size.toLocaleString("en")} animals`);
  });
  return times;
};
