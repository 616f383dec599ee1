import type { AuditEvent } from "@petstore/contract/client";
import { OrderStatus, PetStatus } from "@petstore/contract/schemas";
import { t } from "../texts";
import { formatMoment, formatNumber } from "./format";

/** @property isData - Typed by people or made by the store: nothing for a translator. */
export type Value = { readonly text: string; readonly isData: boolean };

/** One field before and after a change; null where the subject did not exist. */
export type FieldRow = {
  readonly name: string;
  readonly label: Value;
  readonly before: Value | null;
  readonly after: Value | null;
  readonly differs: boolean;
};

type State = Readonly<Record<string, unknown>>;

export const textValue = (text: string): Value => ({ text, isData: false });
export const dataValue = (text: string): Value => ({ text, isData: true });
const none = dataValue("–");

/** In the order in which they show; the others follow. */
const known = Object.keys(t.history.fields);
/** The number is in the heading, and the times are those of the event. */
const hidden = new Set(["id", "createdAt", "updatedAt", "lastUsedAt", "prefix", "deprecatedCalls"]);

const isKnown = (name: string): name is keyof typeof t.history.fields => known.includes(name);

const isRecord = (value: unknown): value is State => typeof value === "object" && value !== null;

/** Nested values that staff need become fields of their own. */
const flat = (state: State): State => {
  const { categories, createdBy, ...rest } = state;
  return {
    ...rest,
    ...(isRecord(categories) && { allCategories: categories["all"], newCategories: categories["new"] }),
    ...(isRecord(createdBy) && { createdBy: createdBy["email"] }),
  };
};

const statusText = (value: unknown): Value | undefined => {
  const pet = PetStatus.safeParse(value);
  if (pet.success) return textValue(t.common.status[pet.data]);
  const order = OrderStatus.safeParse(value);
  return order.success ? textValue(t.common.orderStatus[order.data]) : undefined;
};

const roleText = (value: unknown): Value | undefined =>
  value === "owner" || value === "manager" || value === "clerk" ? textValue(t.common.role[value]) : undefined;

const special: Readonly<Record<string, (value: unknown, nameOf: (categoryId: number) => string) => Value | undefined>> =
  {
    status: statusText,
    role: roleText,
    categoryId: (value, nameOf) => (typeof value === "number" ? dataValue(nameOf(value)) : undefined),
    into: (value, nameOf) => (typeof value === "number" ? dataValue(nameOf(value)) : undefined),
    petId: (value) => dataValue(String(value)),
    parentId: (value) => (typeof value === "number" ? dataValue(String(value)) : undefined),
    expiresAt: (value) => (typeof value === "string" ? dataValue(formatMoment(value)) : undefined),
    revokedAt: (value) => (typeof value === "string" ? dataValue(formatMoment(value)) : undefined),
    name: (value) => (value === null ? textValue(t.history.noName) : undefined),
  };

const plain = (value: unknown): Value => {
  if (value === null || value === undefined || value === "") return none;
  if (typeof value === "boolean") return textValue(value ? t.history.yes : t.history.no);
  if (typeof value === "number") return dataValue(formatNumber(value));
  return dataValue(typeof value === "string" ? value : JSON.stringify(value));
};

const namesOf = (before: State | null, after: State | null): readonly string[] => {
  const present = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [
    ...known.filter((name) => present.has(name)),
    ...[...present].filter((name) => !isKnown(name) && !hidden.has(name)),
  ];
};

/** The fields of an event's subject, before and after. @param nameOf - From a category's id to its name. */
export const describeFields = (
  event: Pick<AuditEvent, "before" | "after">,
  nameOf: (categoryId: number) => string,
): readonly FieldRow[] => {
  const before = event.before === null ? null : flat(event.before);
  const after = event.after === null ? null : flat(event.after);
  const show = (state: State | null, name: string): Value | null =>
    state === null ? null : (special[name]?.(state[name], nameOf) ?? plain(state[name]));
  return namesOf(before, after).map((name) => ({
    name,
    label: isKnown(name) ? textValue(t.history.fields[name]) : dataValue(name),
    before: show(before, name),
    after: show(after, name),
    differs: before !== null && after !== null && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  }));
};
