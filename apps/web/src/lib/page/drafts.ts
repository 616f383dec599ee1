import { z } from "zod";
import { useAccount } from "../session/roles";
import { session } from "../session/session";
import { closeNotice, notify } from "./notices";
import { createStore, type Store, useStore } from "./store";

/** The drafts by their kind, and by the number of their animal or order, or "new". */
type Drafts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const Kept = z.record(z.string(), z.record(z.string(), z.unknown()));

/** The format in which an older version stored the drafts of animals. Each value is checked when it is read. */
const OldDrafts = z.object({
  edits: z.record(z.string(), z.unknown()),
  profiles: z.record(z.string(), z.unknown()).optional(),
  notes: z.record(z.string(), z.unknown()).optional(),
  added: z.unknown().optional(),
});

const toKept = ({ edits, profiles, notes, added }: z.infer<typeof OldDrafts>): Drafts => ({
  pets: edits,
  ...(profiles && { profiles }),
  ...(notes && { notes }),
  ...(added !== undefined && { newPets: { new: added } }),
});

const parseStored = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | undefined =>
  schema.safeParse(JSON.parse(sessionStorage.getItem(name) ?? "null")).data;

/** A tab that was open during an update of the page has drafts under the old name. They move to the new one. */
const takeOld = (account: number | string): Drafts | undefined => {
  const name = `animal-drafts-${account}`;
  if (sessionStorage.getItem(name) === null) return undefined;
  const old = parseStored(name, OldDrafts);
  sessionStorage.removeItem(name);
  return old && toKept(old);
};

/** Reads the stored drafts. There are none if the storage is off or holds something else. */
const readKept = (name: string, account: number | string): Drafts => {
  try {
    const kept = parseStored(name, Kept) ?? {};
    const old = takeOld(account);
    if (old === undefined) return kept;
    const all = { ...old, ...kept };
    sessionStorage.setItem(name, JSON.stringify(all));
    return all;
  } catch {
    return {};
  }
};

const stores = new Map<string, Store<Drafts>>();

/** Tell whether the tab has something else that ends with it, for example a photo that was not sent yet. */
const losses: (() => boolean)[] = [];

/** Drafts end with the tab, so the browser asks before it closes or reloads a tab with drafts. */
const ask = (event: BeforeUnloadEvent): void => {
  const state = session.state.get();
  if (state.phase !== "signed-in") return;
  if (hasDrafts(state.user.id) || losses.some((isLost) => isLost())) event.preventDefault();
};

/** Makes the browser ask from now on. Calling it again changes nothing. */
export const askBeforeClosing = (): void => globalThis.window?.addEventListener("beforeunload", ask);

/** Makes the browser also ask while this is true. */
export const askWhile = (isLost: () => boolean): void => {
  losses.push(isLost);
  askBeforeClosing();
};

/** The drafts of an account. They survive closing the form and reloading the page, and end with the tab. */
const storeOf = (account: number | string): Store<Drafts> => {
  const name = `drafts-${account}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const store = createStore(readKept(name, account));
  store.subscribe(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(store.get()));
    } catch {
      // The storage is full or switched off, so the drafts are kept only as long as the page is open.
    }
  });
  stores.set(name, store);
  askBeforeClosing();
  return store;
};

/**
 * The kind under which requests with lost answers are stored. They do not count as drafts, because nobody has typed
 * them.
 */
export const SENT = "sent";

/** Whether the account has drafts. */
export const hasDrafts = (account: number | string): boolean =>
  Object.entries(storeOf(account).get()).some(([kind, drafts]) => kind !== SENT && Object.keys(drafts).length > 0);

/** The notices that say that a draft is kept, by draft. They close once the draft is saved. */
const notices = new Map<string, string>();

/** The draft of one form. */
export type Draft<Value> = {
  readonly draft: Value | undefined;
  /** Sets the draft; undefined ends it. @param of - The subject of the draft, if the form already shows another one. */
  readonly set: (next: Value | undefined, of?: number | string) => void;
  /** Returns the current draft, even if the form has not been drawn since it changed. */
  readonly now: (of?: number | string) => Value | undefined;
  /** Shows a notice that the draft is kept, until it is saved. */
  readonly sayKept: (title: string) => void;
};

/**
 * Creates the hook for one kind of draft.
 * @param schema - A stored draft that does not match it, for example one of an older version, is discarded.
 */
export const draftsOf = <Value extends object>(kind: string, schema: z.ZodType) => {
  // Reading a draft returns the same object until it changes.
  const read = new WeakMap<object, Value | undefined>();
  const valueIn = (drafts: Drafts, of: number | string): Value | undefined => {
    const kept = drafts[kind]?.[of];
    if (typeof kept !== "object" || kept === null) return undefined;
    if (!read.has(kept)) {
      const parsed = schema.safeParse(kept);
      read.set(kept, parsed.success ? (parsed.data as Value) : undefined);
    }
    return read.get(kept);
  };
  return (own: number | string): Draft<Value> => {
    const account = useAccount().id;
    const store = storeOf(account);
    const draft = valueIn(useStore(store), own);
    const noticeOf = (of: number | string) => `${account} ${kind} ${of}`;
    return {
      draft,
      set: (next, of = own) => {
        const { [of]: _, ...others } = store.get()[kind] ?? {};
        if (next !== undefined) read.set(next, next);
        store.set({ ...store.get(), [kind]: next === undefined ? others : { ...others, [of]: next } });
        if (next === undefined) closeNotice(notices.get(noticeOf(of)) ?? "");
      },
      now: (of = own) => valueIn(store.get(), of),
      sayKept: (title) => notices.set(noticeOf(own), notify({ title })),
    };
  };
};
