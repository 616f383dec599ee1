/**
 * Identifies the account and the key to which work belongs, for fair queuing (RFC 970): accounts get equal shares, and
 * so do the keys of one account.
 */
export type Flow = { readonly account: string; readonly key: string };

type Queued<Item> = { readonly flow: Flow; readonly item: Item };

export type FairQueue<Item> = {
  size(): number;
  push(flow: Flow, item: Item): void;
  shift(isEligible?: (flow: Flow) => boolean): Queued<Item> | undefined;
  shiftOf(flow: Flow): Queued<Item> | undefined;
  remove(flow: Flow, item: Item): void;
  flows(): Flow[];
};

type Waiting<Item> = { readonly flow: Flow; readonly items: Item[] };
type Account<Item> = Map<string, Waiting<Item>>;

export const createFairQueue = <Item>(): FairQueue<Item> => {
  // A Map iterates in insertion order. A flow that was served is inserted again, which puts it behind the others.
  const accounts = new Map<string, Account<Item>>();
  let total = 0;

  const waitingOf = ({ account, key }: Flow) => accounts.get(account)?.get(key);
  const removeIfEmpty = ({ account, key }: Flow) => {
    const keys = accounts.get(account);
    if (keys?.get(key)?.items.length === 0) keys.delete(key);
    if (keys?.size === 0) accounts.delete(account);
  };
  const moveBehindOthers = ({ account, key }: Flow) => {
    const keys = accounts.get(account);
    const waiting = keys?.get(key);
    if (keys === undefined || waiting === undefined) return;
    if (keys.size > 1) {
      keys.delete(key);
      keys.set(key, waiting);
    }
    if (accounts.size > 1) {
      accounts.delete(account);
      accounts.set(account, keys);
    }
  };
  const take = ({ flow, items }: Waiting<Item>): Queued<Item> => {
    const item = items.shift() as Item;
    total -= 1;
    moveBehindOthers(flow);
    removeIfEmpty(flow);
    return { flow, item };
  };
  return {
    size: () => total,
    push: (flow, item) => {
      const { account, key } = flow;
      const keys = accounts.get(account) ?? new Map<string, Waiting<Item>>();
      const waiting = keys.get(key) ?? { flow, items: [] };
      waiting.items.push(item);
      keys.set(key, waiting);
      accounts.set(account, keys);
      total += 1;
    },
    shift: (isEligible = () => true) => {
      for (const keys of accounts.values()) {
        for (const waiting of keys.values()) if (isEligible(waiting.flow)) return take(waiting);
      }
      return undefined;
    },
    shiftOf: (flow) => {
      const waiting = waitingOf(flow);
      return waiting && take(waiting);
    },
    remove: (flow, item) => {
      const items = waitingOf(flow)?.items ?? [];
      const at = items.indexOf(item);
      if (at === -1) return;
      items.splice(at, 1);
      total -= 1;
      removeIfEmpty(flow);
    },
    flows: () => [...accounts.values()].flatMap((keys) => [...keys.values()].map(({ flow }) => flow)),
  };
};
