import type { AuditEvent, Money, OrderStatus, PetStatus } from "@petstore/contract/client";
import type { subjectKinds } from "@petstore/contract/schemas";
import { t } from "../../texts";
import type { ResourceTexts } from "../../texts/kinds";
import { showAttribute, typeOf } from "../pets/attribute-types";
import type { AttributeOf } from "../pets/attributes";
import { formatMoment, formatNumber } from "../text/format";
import { isPetFieldName, petFieldNames, petFields } from "../pets/pet-fields";
import { formatMoney } from "../store/money";
import { usualStatusNames } from "../store/show-store";
import { dataValue, noValue, textValue, type Value } from "../text/value";

/** A field before and after a change. A side is null if the subject did not exist then. */
export type FieldRow = {
  readonly name: string;
  readonly label: Value;
  readonly before: Value | null;
  readonly after: Value | null;
  readonly differs: boolean;
};

type State = Readonly<Record<string, unknown>>;
type NameOf = (categoryId: number) => string;
type Names = {
  readonly nameOf: NameOf;
  /** Returns the definition of a field by its name, if the field still exists. */
  readonly attributeOf?: AttributeOf | undefined;
};

/** Fields that are not shown: the heading has the number, and the event has the times. */
const hidden = new Set("id createdAt updatedAt lastUsedAt prefix deprecatedCalls sha256 sizes".split(" "));

const isRecord = (value: unknown): value is State => typeof value === "object" && value !== null;

/** Turns nested values that staff need into separate fields. */
const flat = (state: State): State => {
  const { categories, createdBy, attributes, author, statusNames, ...rest } = state;
  return {
    ...rest,
    ...(isRecord(attributes) && attributes),
    ...(isRecord(statusNames) && statusNames),
    ...(isRecord(categories) && { allCategories: categories["all"], newCategories: categories["new"] }),
    ...(isRecord(createdBy) && { createdBy: createdBy["email"] }),
    ...(isRecord(author) && { author: author["name"] }),
  };
};

const isMoney = (value: unknown): value is Money => isRecord(value) && typeof value["amount"] === "number";

/** An event of an older version has no price and no payment. */
const priceText = (value: unknown): Value | undefined =>
  isMoney(value) ? dataValue(formatMoney(value.amount, value.currency)) : undefined;

const meansOf = (value: State): string =>
  (t.history.paymentMeans as Readonly<Record<string, string>>)[String(value["means"])] ?? String(value["means"]);

const paymentText = (value: unknown): Value | undefined =>
  isRecord(value) ? textValue(t.history.paymentOf(meansOf(value), formatMoment(String(value["paidAt"])))) : undefined;

const isOrderStatus = (value: unknown): value is OrderStatus => Object.hasOwn(t.common.orderStatus, String(value));

const statusText = (value: unknown): Value | undefined =>
  isOrderStatus(value) ? textValue(t.common.orderStatus[value]) : undefined;

const roleText = (value: unknown): Value | undefined =>
  value === "owner" || value === "manager" || value === "clerk" ? textValue(t.common.role[value]) : undefined;

const special: Readonly<Record<string, (value: unknown, nameOf: NameOf) => Value | undefined>> = {
  status: statusText,
  price: priceText,
  payment: paymentText,
  role: roleText,
  into: (value, nameOf) => (typeof value === "number" ? dataValue(nameOf(value)) : undefined),
  petId: (value) => dataValue(String(value)),
  parentId: (value) => (typeof value === "number" ? dataValue(String(value)) : undefined),
  expiresAt: (value) => (typeof value === "string" ? dataValue(formatMoment(value)) : undefined),
  revokedAt: (value) => (typeof value === "string" ? dataValue(formatMoment(value)) : undefined),
  name: (value) => (value === null ? textValue(t.history.noName) : undefined),
};

const plain = (value: unknown): Value => {
  if (value === null || value === undefined || value === "") return noValue;
  if (typeof value === "boolean") return textValue(value ? t.history.yes : t.history.no);
  if (typeof value === "number") return dataValue(formatNumber(value));
  return dataValue(typeof value === "string" ? value : JSON.stringify(value));
};

/** The labels of the fields of one kind of subject, and how their values are shown. */
type Words = {
  /** The labels by the names of the fields, in the order in which they are shown. Other fields come afterwards. */
  readonly labels: Readonly<Record<string, string>>;
  readonly show: (name: string, value: unknown, names: Names) => Value | undefined;
  readonly labelOf?: (name: string, names: Names) => string | undefined;
};

const petWords: Words = {
  labels: Object.fromEntries(petFieldNames.map((name) => [name, petFields[name].label])),
  show: (name, value, { nameOf }) => {
    // The event may be older than the field.
    if (!isPetFieldName(name) || !petFields[name].holds(value)) return undefined;
    return petFields[name].show(value as never, nameOf);
  },
};

const otherWords: Words = {
  labels: t.history.fields,
  show: (name, value, { nameOf }) => special[name]?.(value, nameOf),
};

/** The values of an animal, by the labels of their fields. A deleted field is shown by its name. */
const profileWords: Words = {
  labels: { externalId: t.attributes.details.externalId },
  show: (name, value, { attributeOf }) => {
    const one = attributeOf?.(name);
    return one && showAttribute(one, value);
  },
  labelOf: (name, { attributeOf }) => attributeOf?.(name)?.label,
};

const named = (values: unknown, nameOf: (one: never) => string): Value | undefined =>
  Array.isArray(values) ? dataValue(values.map((one) => nameOf(one as never)).join(", ")) : undefined;

/** The properties of a field that the store defines. */
const attributeWords: Words = {
  labels: t.history.fields,
  show: (name, value, { nameOf }) => {
    if (name === "type") return textValue(typeOf({ type: String(value) })?.label ?? String(value));
    if (name === "options") return named(value, ({ label }: { readonly label: string }) => label);
    if (name === "categoryIds") return value === null ? textValue(t.attributes.allCategories) : named(value, nameOf);
    return undefined;
  },
};

const photoWords: Words = {
  labels: t.photos.fields,
  show: (name, value) => {
    if (name === "petId") return dataValue(String(value));
    if (name === "rotation" && typeof value === "number") return textValue(t.photos.degrees(value));
    if (name !== "focalPoint" || !isRecord(value)) return undefined;
    return dataValue([value["x"], value["y"]].map((share) => formatNumber(Number(share))).join(" × "));
  },
};

const storeFields = ["name", "address", "logo", "timeZone", "currency", "contractText"] as const;

/** The settings of the store, and its own names for the statuses by the usual names. */
const storeWords: Words = {
  labels: { ...Object.fromEntries(storeFields.map((name) => [name, t.history.fields[name]])), ...usualStatusNames() },
  show: (name, value) => {
    if (name === "logo" && typeof value === "string") return textValue(t.history.picture);
    const usualName: string | undefined = usualStatusNames()[name as PetStatus];
    return value === null && usualName !== undefined ? textValue(usualName) : undefined;
  },
};

/** The texts of the resources that have the usual page. */
const usual: Readonly<Record<string, ResourceTexts | undefined>> = t.resources;

/** The words of each other kind of subject. A new kind does not compile without an entry. */
const wordsOf: Readonly<Record<Exclude<(typeof subjectKinds)[number], keyof typeof t.resources>, Words>> = {
  pet: petWords,
  profile: profileWords,
  attribute: attributeWords,
  photo: photoWords,
  store: storeWords,
  category: otherWords,
  order: otherWords,
  catalogue: otherWords,
  note: otherWords,
  api_key: otherWords,
  account: otherWords,
  webhook_endpoint: otherWords,
  customer: otherWords,
  action: otherWords,
  audit_trail: otherWords,
  job: otherWords,
  setting: otherWords,
};

/** A later version of the service may have more kinds. */
const wordsFor = (kind: string): Words => {
  if (Object.hasOwn(wordsOf, kind)) return wordsOf[kind as keyof typeof wordsOf];
  const labels = usual[kind]?.fields;
  return labels === undefined ? otherWords : { ...otherWords, labels };
};

const namesOf = (states: readonly (State | null)[], labels: Words["labels"]): readonly string[] => {
  const present = new Set(states.flatMap((state) => Object.keys(state ?? {})));
  return [
    ...Object.keys(labels).filter((name) => present.has(name)),
    ...[...present].filter((name) => labels[name] === undefined && !hidden.has(name)),
  ];
};

/**
 * Returns the fields of an event's subject, before and after.
 * @param names - Turns ids and names of fields into texts.
 */
export const describeFields = (
  event: Pick<AuditEvent, "subject" | "before" | "after">,
  names: Names,
): readonly FieldRow[] => {
  const { labels, show, labelOf } = wordsFor(event.subject.kind);
  const before = event.before === null ? null : flat(event.before);
  const after = event.after === null ? null : flat(event.after);
  const valueOf = (state: State | null, name: string): Value | null =>
    state === null ? null : (show(name, state[name], names) ?? plain(state[name]));
  const labelFor = (name: string): Value => {
    const label = labelOf?.(name, names);
    if (label !== undefined) return dataValue(label);
    return labels[name] === undefined ? dataValue(name) : textValue(labels[name]);
  };
  return namesOf([before, after], labels).map((name) => ({
    name,
    label: labelFor(name),
    before: valueOf(before, name),
    after: valueOf(after, name),
    differs: before !== null && after !== null && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  }));
};
