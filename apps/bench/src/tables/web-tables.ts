import { median, quartiles } from "../statistics.js";
import { actions, type ClickTimes } from "../web/clicks.js";
import { limits } from "../web/limits.js";
import type { PageLoad } from "../web/page-load.js";
import type { SessionTimes } from "../web/session.js";
import type { Sizes } from "../web/sizes.js";
import { decimal, drawTable, integer } from "./format.js";

const isWithin = (seen: number, asked: number) => seen <= asked;
const verdict = (seen: number, asked: number) => (isWithin(seen, asked) ? "within" : "ABOVE");

type WebSizes = { readonly list: Sizes; readonly signIn: Sizes; readonly peer: Sizes };

const sizeRows = ({ list, signIn, peer }: WebSizes) =>
  [
    ["script before the animals show, kB", limits.listScriptKb, list.scriptKb, peer.scriptKb],
    ["script of the sign-in page, kB", limits.signInScriptKb, signIn.scriptKb, undefined],
    ["CSS, kB", limits.cssKb, list.cssKb, peer.cssKb],
    ["files before the animals show", limits.files, list.files, peer.files],
  ] as const;

/** @returns whether the admin is within its limits of size */
export const areSizesHeld = (sizes: WebSizes): boolean =>
  sizeRows(sizes).every(([, asked, seen]) => isWithin(seen, asked));

export const sizeTable = (sizes: WebSizes): string => {
  const write = (value: number | undefined) => (value === undefined ? "" : decimal(value, value % 1 === 0 ? 0 : 1));
  return drawTable(
    ["gzip", "asked: at most", "seen", "", "react-admin"],
    sizeRows(sizes).map(([what, asked, seen, peer]) => [
      what,
      String(asked),
      write(seen),
      verdict(seen, asked),
      write(peer),
    ]),
  );
};

const spread = (values: readonly number[], write: (value: number) => string) =>
  `${write(median(values))} (${quartiles(values).map(write).join("–")})`;

const loads = [
  ["until the rows show, ms", "rowsMs", limits.rowsOfPeer, integer],
  ["largest contentful paint, ms", "lcpMs", limits.lcpOfPeer, integer],
  ["JavaScript heap, MB", "heapMb", limits.heapOfPeer, (mb: number) => decimal(mb, 1)],
] as const;

/** The ratio is the median of the rounds' ratios: the turns of a round are close in time. */
export const loadTable = (own: readonly PageLoad[], peer: readonly PageLoad[]): string =>
  drawTable(
    ["median (p25–p75)", "the admin", "react-admin", "asked: at most", "seen"],
    loads.map(([what, name, asked, write]) => {
      const ratios = own.map((load, round) => load[name] / (peer[round]?.[name] ?? Number.NaN));
      const ratio = median(ratios);
      return [
        what,
        spread(
          own.map((load) => load[name]),
          write,
        ),
        spread(
          peer.map((load) => load[name]),
          write,
        ),
        `${asked} ×`,
        `${decimal(ratio)} × [${quartiles(ratios)
          .map((part) => decimal(part))
          .join("–")}] ${verdict(ratio, asked)}`,
      ];
    }),
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
