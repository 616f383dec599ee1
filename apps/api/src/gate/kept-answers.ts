import { LRUCache } from "lru-cache";
import type { ChangeFeed } from "../database/change-feed.js";
import { alone, type Peers } from "../peers.js";
import { parsePetChanges } from "../pet-changes.js";
import { isTouched, type PetChange, type Reach } from "../reach.js";
import { createAskedBefore } from "./asked-before.js";

/** A 200 to a `GET`: its entity tag; its header fields but those that each request has its own of, names and values in turn. */
export type KeptAnswer = {
  readonly tag: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly encoding: "latin1" | "utf8";
};

/** A read that is under way, for whoever asks the same before anything has changed. */
type Reading = {
  /**
   * Ends it with what is sent, to those who wait as well: they are not to wait until its own client has taken it. It is kept
   * if it has been asked for before, or meanwhile, and no change has touched it since the read began.
   */
  keep(reach: Reach | undefined, answer: KeptAnswer): void;
  /** Ends it, where there is nothing that may be kept. To be called in the end, whatever came. */
  end(): void;
};

export type KeptAnswers = {
  /** The answer, where it is known; a promise of it, where another request has it read. */
  find(target: string): KeptAnswer | undefined | Promise<KeptAnswer | undefined>;
  /** Begins a read. To be called before anything is asked of the database. */
  begin(target: string): Reading;
  /**
   * Forgets what these changes could have changed; all, where it is not known what they are. Has the other workers do the same.
   * To be awaited after a change here, before it is answered; others' the feed tells of.
   */
  drop(changes: readonly PetChange[] | undefined): Promise<void> | undefined;
  /**
   * Fulfilled once what other processes had committed before this call has been dropped. Await it before an answer that tells
   * of such a change, as a 412 does: the client's next read must see it.
   */
  catchUp(): Promise<void>;
};

const CHANNEL = "petstore_catalogue";
const MOST_KEPT = 2_000;
const MOST_BYTES = 8_000_000;
/** What an entry takes beside its texts and ids: maps, objects. */
const ENTRY_BYTES = 1_500;
const ID_BYTES = 40;
/** How many changes back a read may have begun, at least and at most, for its answer to be kept. */
const LEAST_REMEMBERED = 1_000;
const MOST_REMEMBERED = 2_000;

type Entry = { readonly answer: KeptAnswer; readonly reach: Reach };
type UnderWay = {
  readonly since: number;
  readonly answer: Promise<KeptAnswer | undefined>;
  /** Whoever goes through all pages asks for each of them once: those are to drive out nothing, and cost less where nothing keeps them. */
  isAskedAgain: boolean;
};

const sizeOf = ({ answer: { text, encoding, fields }, reach: { ids } }: Entry, target: string) => {
  let size = ENTRY_BYTES + target.length + (ids?.size ?? 0) * ID_BYTES;
  for (const field of fields) size += field.length;
  return size + (encoding === "latin1" ? 1 : 2) * text.length;
};

/** Whether an answer of a reach may be another after one of the changes. A batch of creates concerns few answers, found by its ids. */
const touchedBy = (changes: readonly PetChange[]) => {
  const created = changes.flatMap(({ before, after }) => (before === null && after !== null ? [after.id] : []));
  const [least, most] = [Math.min(...created), Math.max(...created)];
  const isOfCreates = created.length === changes.length;
  return (reach: Reach): boolean => {
    if (isOfCreates && (reach.to < least || most < reach.from)) return false;
    return changes.some((change) => isTouched(reach, change));
  };
};

/** Keeps answers while the feed of changes is current. `docs/decisions/0014-kept-answers.md` argues that none is ever too old. */
export const createKeptAnswers = (
  feed: ChangeFeed,
  peers: Pick<Peers, "tell" | "subscribe"> = alone(),
): KeptAnswers => {
  const kept = new LRUCache<string, Entry>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: sizeOf,
    dispose: (_, target) => reaches.delete(target),
  });
  /** Of all that is kept: looked through with each change, of which there may be thousands a second. */
  const reaches = new Map<string, Reach>();
  const keep = (target: string, entry: Entry) => {
    kept.set(target, entry);
    // What is larger than all of them may be is not kept.
    if (kept.has(target)) reaches.set(target, entry.reach);
  };
  const isAskedBefore = createAskedBefore();
  const underWay = new Map<string, UnderWay>();
  /** How many changes there have been, and the last of them. */
  let count = 0;
  const last: PetChange[] = [];

  const dropHere = (changes: readonly PetChange[] | undefined) => {
    count += changes?.length ?? 1;
    if (changes === undefined) {
      last.length = 0;
      return kept.clear();
    }
    last.push(...changes);
    const isTouchedByOne = touchedBy(changes);
    for (const [target, reach] of reaches) if (isTouchedByOne(reach)) kept.delete(target);
    if (last.length > MOST_REMEMBERED) last.splice(0, last.length - LEAST_REMEMBERED);
  };
  feed.subscribe(CHANNEL, (payload) => dropHere(parsePetChanges(payload)));
  peers.subscribe(CHANNEL, (payload) => dropHere(payload === undefined ? undefined : JSON.parse(payload)));

  const isUntouched = (reach: Reach, since: number) => {
    const missed = count - since;
    return missed <= last.length && !last.slice(last.length - missed).some((change) => isTouched(reach, change));
  };

  return {
    find: (target) => {
      if (!feed.isCurrent()) return undefined;
      const entry = kept.get(target);
      if (entry !== undefined) return entry.answer;
      const reading = underWay.get(target);
      if (reading?.since !== count) return undefined;
      reading.isAskedAgain = true;
      return reading.answer;
    },
    begin: (target) => {
      const since = count;
      let settle: (answer: KeptAnswer | undefined) => void = () => {};
      const answer = new Promise<KeptAnswer | undefined>((resolve) => (settle = resolve));
      const reading: UnderWay = { since, answer, isAskedAgain: isAskedBefore(target) };
      underWay.set(target, reading);
      const endWith = (answer: KeptAnswer | undefined) => {
        if (underWay.get(target) === reading) underWay.delete(target);
        settle(answer);
      };
      return {
        keep: (reach, answer) => {
          const isToKeep = reading.isAskedAgain && feed.isCurrent();
          if (reach !== undefined && isToKeep && isUntouched(reach, since)) keep(target, { answer, reach });
          endWith(answer);
        },
        end: () => endWith(undefined),
      };
    },
    drop: (changes) => {
      if (changes?.length === 0) return undefined;
      dropHere(changes);
      return peers.tell(CHANNEL, changes && JSON.stringify(changes));
    },
    catchUp: () => feed.catchUp(),
  };
};
