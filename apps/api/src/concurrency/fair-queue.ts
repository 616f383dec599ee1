/** Whose work it is: fair shares are between accounts, and between the keys of one account. */
export type Principal = { readonly account: string; readonly key: string };

type Queued<Item> = { readonly principal: Principal; readonly item: Item };

export type FairQueue<Item> = {
  size(): number;
  push(principal: Principal, item: Item): void;
  /** Takes the next item of the principals that `isEligible` admits; undefined if none waits. */
  shift(isEligible?: (principal: Principal) => boolean): Queued<Item> | undefined;
  /** Takes the principal's oldest item, out of turn. */
  shiftOf(principal: Principal): Queued<Item> | undefined;
  /** Takes one item out, wherever it waits. */
  remove(principal: Principal, item: Item): void;
  principals(): Principal[];
};

type Waiting<Item> = { readonly principal: Principal; readonly items: Item[] };
type Account<Item> = Map<string, Waiting<Item>>;

/** A queue that serves accounts in turn, the keys of an account in turn, and the items of a key in their order. */
export const createFairQueue = <Item>(): FairQueue<Item> => {
  // A Map iterates in insertion order: who was served is put in again, behind the others.
  const accounts = new Map<string, Account<Item>>();
  let total = 0;

  const waitingOf = ({ account, key }: Principal) => accounts.get(account)?.get(key);
  const removeIfEmpty = ({ account, key }: Principal) => {
    const keys = accounts.get(account);
    if (keys?.get(key)?.items.length === 0) keys.delete(key);
    if (keys?.size === 0) accounts.delete(account);
  };
  const moveBehindOthers = ({ account, key }: Principal) => {
    const keys = accounts.get(account);
    const waiting = keys?.get(key);
    if (keys === undefined || waiting === undefined) return;
    keys.delete(key);
    keys.set(key, waiting);
    accounts.delete(account);
    accounts.set(account, keys);
  };
  const take = ({ principal, items }: Waiting<Item>): Queued<Item> => {
    const item = items.shift() as Item;
    total -= 1;
    moveBehindOthers(principal);
    removeIfEmpty(principal);
    return { principal, item };
  };
  return {
    size: () => total,
    push: (principal, item) => {
      const { account, key } = principal;
      const keys = accounts.get(account) ?? new Map<string, Waiting<Item>>();
      const waiting = keys.get(key) ?? { principal, items: [] };
      waiting.items.push(item);
      keys.set(key, waiting);
      accounts.set(account, keys);
      total += 1;
    },
    shift: (isEligible = () => true) => {
      for (const keys of accounts.values()) {
        for (const waiting of keys.values()) if (isEligible(waiting.principal)) return take(waiting);
      }
      return undefined;
    },
    shiftOf: (principal) => {
      const waiting = waitingOf(principal);
      return waiting && take(waiting);
    },
    remove: (principal, item) => {
      const items = waitingOf(principal)?.items ?? [];
      const at = items.indexOf(item);
      if (at === -1) return;
      items.splice(at, 1);
      total -= 1;
      removeIfEmpty(principal);
    },
    principals: () => [...accounts.values()].flatMap((keys) => [...keys.values()].map(({ principal }) => principal)),
  };
};
