import { isDeepStrictEqual } from "node:util";
import type { ActionPart, AuditAction } from "@petstore/contract/routes";

/** A part of an action as it is stored: without `to` if its events have no value in common. */
export type StoredPart = Omit<ActionPart, "to"> & Partial<Pick<ActionPart, "to">>;

type Change = { readonly action: AuditAction; readonly before: object | null; readonly after: object | null };

type Fields = ReadonlyMap<string, unknown>;

/**
 * Returns the fields of a state. The values of a profile are fields named `attributes.NAME`. Fields that the service
 * itself writes are left out.
 */
const fieldsOf = (state: object): Fields =>
  new Map(
    Object.entries(state).flatMap(([name, value]): [string, unknown][] => {
      if (name === "updatedAt") return [];
      if (name !== "attributes" || typeof value !== "object" || value === null) return [[name, value]];
      return Object.entries(value).map(([attribute, one]) => [`attributes.${attribute}`, one]);
    }),
  );

const changedBy = ({ before, after }: Change): Fields => {
  if (before === null || after === null) return new Map();
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  return new Map(
    [...names]
      .filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
      .map((name) => [name, now.get(name) ?? null]),
  );
};

const common = (one: Fields, other: Fields): Fields =>
  new Map([...one].filter(([name, value]) => other.has(name) && isDeepStrictEqual(other.get(name), value)));

/** Summarises the changes of these entries together with the earlier changes of the same action. */
export const partsOf = (entries: readonly Change[], before: readonly StoredPart[] = []): StoredPart[] => {
  const parts = new Map<string, { readonly count: number; readonly to: Fields }>(
    before.map(({ action, count, to }) => [action, { count, to: new Map(Object.entries(to ?? {})) }]),
  );
  for (const entry of entries) {
    const part = parts.get(entry.action);
    const to = changedBy(entry);
    parts.set(entry.action, { count: (part?.count ?? 0) + 1, to: part === undefined ? to : common(part.to, to) });
  }
  return [...parts]
    .map(([action, { count, to }]) => ({ action, count, ...(to.size > 0 && { to: Object.fromEntries(to) }) }))
    .toSorted((one, other) => other.count - one.count);
};
