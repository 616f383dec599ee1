import { setTimeout as sleep } from "node:timers/promises";
import type { createClient } from "@petstore/contract/client";

type Client = ReturnType<typeof createClient>;

const CATEGORY_ID = 1;
const KEPT = 50;

/**
 * Creates a pet and changes two, at a constant rate.
 * @returns A function that stops this, and resolves to what was done.
 */
export const startSteadyWriter = ({ orThrow: { pets } }: Client, perSecond: number) => {
  const ending = new AbortController();
  const done = { created: 0, changed: 0 };
  const write = async () => {
    const ids: number[] = [];
    const startedAt = performance.now();
    for (let at = 0; !ending.signal.aborted; at += 1) {
      await sleep(Math.max(0, startedAt + (at * 1_000) / perSecond - performance.now()));
      const petId = ids[at % Math.max(1, ids.length)];
      if (petId === undefined || at % 3 === 0) {
        const { id } = await pets.createPet({ body: { name: `Steady ${at}`, categoryId: CATEGORY_ID } });
        ids[done.created % KEPT] = id;
        done.created += 1;
      } else {
        await pets.updatePet({ params: { petId }, body: { name: `Steady again ${at}` } });
        done.changed += 1;
      }
    }
    return done;
  };
  const writing = write();
  writing.catch(() => {});
  return () => {
    ending.abort();
    return writing;
  };
};
