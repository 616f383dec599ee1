import { z } from "zod";
import { useAccount } from "../session/roles";
import { session } from "../session/session";
import { closeNotice, notify } from "./notices";
import { createStore, type Store, useStore } from "./store";

/** Drafts by their kind, and by what they are of: the number of an animal or an order, or "new". */
type Drafts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const Kept = z.record(z.string(), z.record(z.string(), z.unknown()));

/** How an older version of the page kept what was typed of animals. Each value is checked when it is read. */
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

/** Nothing is there if the storage is off, or holds what is no draft. */
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

/** Drafts end with the tab: the browser asks before it closes or reloads one in which the account has some. */
const ask = (event: BeforeUnloadEvent): void => {
  const state = session.state.get();
  if (state.phase === "signed-in" && hasDrafts(state.user.id)) event.preventDefault();
};

/** Asks from now on. Calling it again changes nothing. */
export const askBeforeClosing = (): void => globalThis.window?.addEventListener("beforeunload", ask);

/** What an account has typed survives closing the form and reloading the page; it ends with the tab. */
const storeOf = (account: number | string): Store<Drafts> => {
  const name = `drafts-${account}`;
  const known = stores.get(name);
  if (known !== undefined) return known;
  const store = createStore(readKept(name, account));
  store.subscribe(() => {
    try {
      sessionStorage.setItem(name, JSON.stringify(store.get()));
    } catch {
      // Storage is full or off: drafts last as long as the page.
    }
  });
  stores.set(name, store);
  askBeforeClosing();
  return store;
};

/** The kind of what is kept beside drafts of requests whose answers were lost: nobody has typed it. */
export const SENT = "sent";

/** Whether the account has typed something that is not saved. */
export const hasDrafts = (account: number | string): boolean =>
  Object.entries(storeOf(account).get()).some(([kind, drafts]) => kind !== SENT && Object.keys(drafts).length > 0);

/** Notices that a draft is kept, by the draft: once it is saved, "not saved" must not stay beside it. */
const notices = new Map<string, string>();

/** The draft of one form. */
export type Draft<Value> = {
  readonly draft: Value | undefined;
  /** Undefined ends the draft. @param of - What it is of, if that is no longer what the form shows. */
  readonly set: (next: Value | undefined, of?: number | string) => void;
  /** The draft at this moment, also after the form was drawn last. */
  readonly now: (of?: number | string) => Value | undefined;
  /** Says that what was typed is kept, until it is saved. */
  readonly sayKept: (title: string) => void;
};

/**
 * Makes the hook of one kind of draft.
 * @param schema - What was kept by an older version of the page may have another shape: then there is no draft.
 */
export const draftsOf = <Value extends object>(kind: string, schema: z.ZodType) => {
  // A draft is the same object each time it is read, until it is typed into.
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
