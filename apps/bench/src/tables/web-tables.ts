import { median, quartiles } from "../statistics.js";
import { actions, type ClickTimes } from "../web/clicks.js";
import { limits } from "../web/limits.js";
import type { PageLoad } from "../web/page-load.js";
import type { SessionTimes } from "../web/session.js";
import type { Sizes } from "../web/sizes.js";
import { decimal, drawTable, integer } from "./format.js";

const isWithin = (seen: number, asked: number) => seen <= asked;
const verdict = (seen: number, asked: number) => (isWithin(seen, asked) ? "within" : "ABOVE");

type WebSizes = { readonly list: Sizes; readonly signIn: Sizes };

const sizeRows = ({ list, signIn }: WebSizes) =>
  [
    ["script before the animals show, kB", limits.listScriptKb, list.scriptKb],
    ["script of the sign-in page, kB", limits.signInScriptKb, signIn.scriptKb],
    ["CSS, kB", limits.cssKb, list.cssKb],
    ["files before the animals show", limits.files, list.files],
  ] as const;

/** @returns True if the admin is within its limits of size. */
export const areSizesHeld = (sizes: WebSizes): boolean =>
  sizeRows(sizes).every(([, asked, seen]) => isWithin(seen, asked));

export const sizeTable = (sizes: WebSizes): string => {
  const write = (value: number) => decimal(value, value % 1 === 0 ? 0 : 1);
  return drawTable(
    ["gzip", "asked: at most", "seen", ""],
    sizeRows(sizes).map(([what, asked, seen]) => [what, String(asked), write(seen), verdict(seen, asked)]),
  );
};

const spread = (values: readonly number[], write: (value: number) => string) =>
  `${write(median(values))} (${quartiles(values).map(write).join("–")})`;

const loadRows = [
  ["until the rows show, ms", "rowsMs", integer],
  ["largest contentful paint, ms", "lcpMs", integer],
  ["JavaScript heap, MB", "heapMb", (mb: number) => decimal(mb, 1)],
] as const;

export const loadTable = (loads: readonly PageLoad[]): string =>
  drawTable(
    ["median (p25–p75)", "the admin"],
    loadRows.map(([what, name, write]) => [
      what,
      spread(
        loads.map((load) => load[name]),
        write,
      ),
    ]),
  );

export const clickTable = (times: ReadonlyMap<number, readonly ClickTimes[]>): string => {
  const [[smallSize, small] = [0, []], [largeSize, large] = [0, []]] = [...times];
  const rows = actions.map((action) => {
    const [ofSmall, ofLarge] = [small, large].map((turns) => turns.flatMap((turn) => turn[action]));
    const slowest = Math.max(...(ofSmall ?? []), ...(ofLarge ?? []));
    const ratio = median(large.map((turn, round) => median(turn[action]) / median(small[round]?.[action] ?? [])));
    return [
      action,
      spread(ofSmall ?? [], integer),
      spread(ofLarge ?? [], integer),
      `${integer(slowest)} (${verdict(slowest, limits.clickMs)} ${integer(limits.clickMs)})`,
      `${decimal(ratio)} × (${verdict(ratio, limits.clickOfSmall)} ${limits.clickOfSmall})`,
    ];
  });
  const sizes = [smallSize, largeSize].map((size) => `${integer(size)} animals`);
  return drawTable(["from the input to new rows, ms", ...sizes, "slowest", "cost of size"], rows);
};

export const sessionTable = (sessions: ReadonlyMap<number, SessionTimes>): string =>
  drawTable(
    ["a session with", "steps", "interactions", "INP, ms", "slowest interaction, ms", "asked: below"],
    [...sessions].map(([size, { steps, interactions, inpMs, worstMs }]) => [
      `${integer(size)} animals`,
      String(steps),
      String(interactions),
      integer(inpMs),
      `${integer(worstMs)} (${verdict(worstMs, limits.interactionMs - 1)})`,
      String(limits.interactionMs),
    ]),
  );
