import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type Follower, follow, wayNames } from "../events/followers.js";
import { createMirror, readCatalogue } from "../events/mirror.js";
import { createReader, readHead } from "../events/reader.js";

type Print = (line: string) => void;

/** A copy of the catalogue that is kept current only by events, and that is read again when the feed says so. */
type Copy = Follower & {
  /** Returns how many times the feed told this copy to read the catalogue again. */
  told(): number;
  /**
   * @returns The differences from the real catalogue after the copy has applied all events that it has seen, as
   * sentences.
   */
  differences(real: Awaited<ReturnType<typeof readCatalogue>>): Promise<string[]>;
};

const REACH_MS = 60_000;

export type Copies = {
  readonly all: readonly Copy[];
  head(): Promise<string>;
  /** Compares each copy with the catalogue while nothing is written. @returns A sentence for each copy that differs. */
  compare(print: Print): Promise<string[]>;
  /** @throws The error that a follower has encountered. */
  stop(): Promise<unknown>;
};

/** Starts one copy for each way to follow the feed. */
export const startCopies = async (origin: string, key: string, cleanup: Cleanup): Promise<Copies> => {
  const read = createReader(origin, key, cleanup);
  const startCopy = async (name: (typeof wayNames)[number]): Promise<Copy> => {
    let [told, applying] = [0, Promise.resolve()];
    let mirror: ReturnType<typeof createMirror>;
    const begin = async () => {
      const after = await readHead(read);
      await applying;
      mirror = createMirror(read, await readCatalogue(read));
      return after;
    };
    const after = await begin();
    const follower = follow(
      name,
      { origin, key, after },
      {
        seen: (event) => {
          applying = applying.then(() => mirror.apply(event));
        },
        expired: () => {
          told += 1;
          return begin();
        },
      },
    );
    return {
      ...follower,
      told: () => told,
      differences: async (real) => {
        await applying;
        return mirror.differences(real);
      },
    };
  };
  const all = await Promise.all(wayNames.map(startCopy));
  return {
    all,
    head: () => readHead(read),
    compare: async (print) => {
      const end = await readHead(read);
      const reached = await Promise.all(all.map((copy) => copy.reaches(end, REACH_MS)));
      const real = await readCatalogue(read);
      const problems: string[] = [];
      for (const [at, copy] of all.entries()) {
        const different = await copy.differences(real);
        print(
          `  ${copy.name}: saw ${copy.seen.length} events, was told ${copy.told()} times to read again, ${different.length} differences`,
        );
        if (!reached[at]) problems.push(`the copy by ${copy.name} did not reach event ${end}`);
        else problems.push(...different.slice(0, 1).map((difference) => `the copy by ${copy.name}: ${difference}`));
      }
      print(`  the catalogue: ${real.pet.size} pets, ${real.category.size} categories, ${real.order.size} orders`);
      return problems;
    },
    stop: () => Promise.all(all.map((copy) => copy.stop())),
  };
};
