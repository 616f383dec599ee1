import type { Pet } from "@petstore/contract/routes";

type State = Pick<Pet, "status" | "categoryId">;
type Version = State & { acknowledgedAt: number };

/** A read of pets: its target, and a function that tells whether a pet in a given state belongs in the response. */
export type Question = { readonly target: string; has(id: number, state: State): boolean };

export const nameOf = (version: number) => `v${version}`;
const versionIn = ({ name }: Pet) => Number(name.slice(1));

/** Keeps track of pets whose names contain their version, and of the time when each version was acknowledged. */
export const createVersions = (ids: readonly number[], first: State) => {
  const histories = new Map(ids.map((id) => [id, [{ ...first, acknowledgedAt: 0 }] as Version[]]));
  const historyOf = (id: number) => histories.get(id) ?? [];

  /** Returns the last version acknowledged before `moment`. */
  const versionAt = (id: number, moment: number) =>
    historyOf(id).findLastIndex(({ acknowledgedAt }) => acknowledgedAt < moment);

  /** Returns for how long a newer version had already been acknowledged when the read was sent. */
  const stalenessOf = (id: number, version: number, sentAt: number) =>
    Math.max(0, sentAt - (historyOf(id)[version + 1]?.acknowledgedAt ?? sentAt));

  /** Returns a description of what is wrong if the response shows an older version than `least`. */
  const problemOf = (question: Question, id: number, shown: Pet | undefined, least: number) => {
    const history = historyOf(id);
    if (shown === undefined) {
      const isOut = history.slice(least).some((state) => !question.has(id, state));
      return isOut ? undefined : `${question.target} lacks ${id} in version ${least}`;
    }
    const version = versionIn(shown);
    const { status, categoryId } = history[version] ?? {};
    const isWhole = shown.status === status && shown.categoryId === categoryId;
    return version >= least && isWhole
      ? undefined
      : `${question.target} shows ${JSON.stringify(shown)} instead of version ${least}`;
  };

  return {
    /** Starts a version, which reads may return from now on. */
    begin: (id: number, change: Partial<State>): number => {
      const last = historyOf(id).at(-1) ?? first;
      return historyOf(id).push({ ...last, ...change, acknowledgedAt: Infinity }) - 1;
    },
    acknowledge: (id: number, version: number): void => {
      const begun = historyOf(id)[version];
      if (begun !== undefined) begun.acknowledgedAt = performance.now();
    },
    versionAt,
    /**
     * Compares a response with what was acknowledged before `moment`.
     * @returns The problems, and the maximum staleness in milliseconds.
     */
    check: (question: Question, pets: readonly Pet[], sentAt: number, moment: number, of: readonly number[] = ids) => {
      const shown = new Map(pets.map((pet) => [pet.id, pet]));
      const problems = of.map((id) => problemOf(question, id, shown.get(id), versionAt(id, moment)));
      const staleness = pets.map((pet) => stalenessOf(pet.id, versionIn(pet), sentAt));
      return { problems: problems.filter((problem) => problem !== undefined), staleness: Math.max(0, ...staleness) };
    },
  };
};
