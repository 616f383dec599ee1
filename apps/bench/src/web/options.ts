import { flag, number, text, type ValuesOf } from "../command-line.js";

export type WebOptions = {
  readonly isQuick: boolean;
  readonly rounds: number;
  /** The number of steps in the session that finds the slowest interaction. */
  readonly steps: number;
  /** The numbers of animals in the small and in the large catalogue. */
  readonly sizes: readonly [number, number];
  readonly isWriting: boolean;
  readonly dataDir: string | undefined;
};

export const webHelp = `npx --yes pnpm bench web [--quick] [--rounds 7] [--data-dir folder] [--write]

Measures the web admin in Chromium, its processor slowed four times: what it loads, how soon its list of animals shows,
and how it answers with 10,000 and 1,000,000 animals. Exits with 1 if the admin
loads more than its limits. Needs Chromium: CHROMIUM_PATH, or a chromium in PATH.

  --quick     one round, 10,000 and 20,000 animals, 40 steps: shows that it works, not figures to quote
  --rounds    how often the page is loaded
  --data-dir  where to create the database's folder; 1,000,000 animals take 600 MB there for a while
  --write     also write the table of loads into docs/benchmarks.md
`;

export const webOptions = {
  quick: flag,
  write: flag,
  rounds: number(undefined, 0.001, 600),
  "data-dir": text,
};

export const toWebOptions = ({
  quick,
  write,
  rounds,
  "data-dir": dataDir,
}: ValuesOf<typeof webOptions>): WebOptions => ({
  isQuick: quick,
  rounds: Math.ceil(rounds ?? (quick ? 1 : 7)),
  steps: quick ? 40 : 200,
  sizes: quick ? [10_000, 20_000] : [10_000, 1_000_000],
  isWriting: write,
  dataDir,
});
