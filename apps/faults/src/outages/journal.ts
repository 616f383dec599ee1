type Noted = {
  readonly id: string;
  readonly type: string;
  readonly after?: { readonly name?: string } | null;
};

/** What a reader of events has seen: the creates by name, and how often an event came again. */
export type Journal = {
  readonly note: (event: Noted) => void;
  /** Notes the names that the reader has found in the catalogue, because the feed told it to read that again. */
  readonly noteCatalogue: (names: Iterable<string>) => void;
  readonly isMissing: (name: string) => boolean;
  readonly again: () => number;
  /** Returns the number of pets whose create came as two different events. */
  readonly doubled: () => number;
};

export const createJournal = (): Journal => {
  const ids = new Set<string>();
  const created = new Set<string>();
  const found = new Set<string>();
  let [again, doubled] = [0, 0];
  return {
    note: ({ id, type, after }) => {
      if (ids.has(id)) {
        again += 1;
        return;
      }
      ids.add(id);
      const name = after?.name;
      if (type !== "pet.created" || name === undefined) return;
      if (created.has(name)) doubled += 1;
      created.add(name);
    },
    noteCatalogue: (names) => {
      for (const name of names) found.add(name);
    },
    isMissing: (name) => !created.has(name) && !found.has(name),
    again: () => again,
    doubled: () => doubled,
  };
};
