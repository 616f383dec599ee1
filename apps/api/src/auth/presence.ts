import { EDITING_EXPIRY_SECONDS, MAX_EDITORS } from "@petstore/contract/auth";
import { LRUCache } from "lru-cache";
import type { ChangeFeed } from "../database/change-feed.js";
import type { AccountWithFactors } from "./accounts/factors.js";
import { notify } from "../database/notify.js";
import type { Db } from "../database/prisma-client.js";

type Person = Pick<AccountWithFactors, "id" | "name">;
type Editor = { readonly id: number; readonly name: string; readonly since: string };

/** Knows who is editing which pet at the moment. Each process tells all others. */
export type Presence = {
  /** Tells the other processes. If the same message is repeated within a second, it is not sent again. */
  tell(person: Person, petId: number, isEditing: boolean): Promise<void>;
  /** Returns the other accounts that are editing a pet, in the order in which they began. */
  editorsOf(petId: number, except: bigint): readonly Editor[];
};

/** The message that PostgreSQL carries. It is never stored. */
type Note = { readonly account: number; readonly name: string; readonly pet: number; readonly isEditing: boolean };

const CHANNEL = "petstore_presence";
const MAX_ACCOUNTS = 1_000;
const REPEAT_MS = 1_000;

type Begun = { readonly name: string; readonly since: number; readonly until: number };

const toNote = (payload: string): Note | undefined => {
  const note = JSON.parse(payload) as Partial<Note>;
  // Another version of the service may send more fields, or different ones.
  return typeof note.account === "number" && typeof note.pet === "number" && typeof note.name === "string"
    ? { account: note.account, pet: note.pet, name: note.name, isEditing: note.isEditing === true }
    : undefined;
};

/** Keeps the messages of the last few seconds, for a limited number of accounts. */
export const createPresence = (
  db: Pick<Db, "$executeRaw">,
  changeFeed: Pick<ChangeFeed, "subscribe">,
  clock: () => Date,
): Presence => {
  const expiryMs = EDITING_EXPIRY_SECONDS * 1_000;
  const accounts = new LRUCache<number, Map<number, Begun>>({ max: MAX_ACCOUNTS });

  const receive = ({ account, name, pet, isEditing }: Note) => {
    const now = clock().getTime();
    const pets = accounts.get(account) ?? new Map<number, Begun>();
    const before = pets.get(pet);
    pets.delete(pet);
    if (isEditing) {
      const since = before !== undefined && before.until > now ? before.since : now;
      // A map keeps its order, so its first entry is the oldest one.
      pets.set(pet, { name, since, until: now + expiryMs });
      for (const oldest of pets.keys()) if (pets.size > MAX_EDITORS) pets.delete(oldest);
    }
    if (pets.size === 0) accounts.delete(account);
    else accounts.set(account, pets);
  };
  changeFeed.subscribe(CHANNEL, (payload) => {
    const note = payload === undefined ? undefined : toNote(payload);
    if (note !== undefined) receive(note);
  });

  const isTold = (account: number, pet: number, isEditing: boolean): boolean => {
    const known = accounts.get(account)?.get(pet);
    if (!isEditing) return known === undefined;
    return known !== undefined && known.until - expiryMs + REPEAT_MS > clock().getTime();
  };

  return {
    tell: async ({ id, name }, pet, isEditing) => {
      const account = Number(id);
      if (isTold(account, pet, isEditing)) return;
      const note: Note = { account, name, pet, isEditing };
      await notify(db, CHANNEL, JSON.stringify(note));
    },
    editorsOf: (petId, except) => {
      const now = clock().getTime();
      return [...accounts.entries()]
        .flatMap(([id, pets]) => {
          const begun = pets.get(petId);
          return begun === undefined || begun.until <= now || BigInt(id) === except ? [] : [{ id, ...begun }];
        })
        .toSorted((a, b) => a.since - b.since)
        .slice(0, MAX_EDITORS)
        .map(({ id, name, since }) => ({ id, name, since: new Date(since).toISOString() }));
    },
  };
};
