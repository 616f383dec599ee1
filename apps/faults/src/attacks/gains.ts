export type GainCounts = {
  readonly opened: number;
  /** Connections that the service refused, or closed before it sent anything. */
  readonly refused: number;
  readonly closed: number;
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
};

export type Gains = {
  opened(): void;
  refused(): void;
  closed(): void;
  status(status: number | string): void;
  /** @returns A reader for one connection. It returns how many responses begin in the data. */
  reader(): (data: Buffer) => number;
  counts(): GainCounts;
};

const START = Buffer.from("HTTP/1.1 ");
const STATUS_END = START.length + 3;

/** Counts what an attacker gets. It finds responses by their first bytes, which do not occur in any body here. */
export const createGains = (): Gains => {
  const statuses = new Map<string, number>();
  let [opened, refused, closed] = [0, 0, 0];
  const status = (status: number | string) =>
    void statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
  return {
    opened: () => void (opened += 1),
    refused: () => void (refused += 1),
    closed: () => void (closed += 1),
    status,
    reader: () => {
      let rest: Buffer = Buffer.alloc(0);
      return (data) => {
        const text = rest.length === 0 ? data : Buffer.concat([rest, data]);
        let [next, found] = [0, 0];
        for (let at = text.indexOf(START); at !== -1; at = text.indexOf(START, next)) {
          if (at + STATUS_END > text.length) break;
          status(text.toString("latin1", at + START.length, at + STATUS_END));
          next = at + STATUS_END;
          found += 1;
        }
        rest = text.subarray(Math.max(next, text.length - STATUS_END + 1));
        return found;
      };
    },
    counts: () => ({ opened, refused, closed, statuses: Object.fromEntries(statuses) }),
  };
};

export const addGains = (all: readonly GainCounts[]): GainCounts => {
  const sum = { opened: 0, refused: 0, closed: 0 };
  const statuses: Record<string, number> = {};
  for (const one of all) {
    for (const name of ["opened", "refused", "closed"] as const) sum[name] += one[name];
    for (const [status, count] of Object.entries(one.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  }
  return { ...sum, statuses };
};
