import type { Attribute, Profile, ProfileChange } from "@petstore/contract/client";
import { isSameValue, type Typed, typeOf } from "../../../lib/pets/attribute-types";
import { builtInField, takesValue } from "../../../lib/pets/attributes";
import { t } from "../../../texts";

/** Values by the names of their fields; no field that a store defines is named as the number elsewhere. */
export type ProfileValues = Readonly<Record<string, unknown>>;

/** What a person typed over a profile: `base` is the profile as it was when they began. */
export type ProfileDraft = { readonly base: ProfileValues; readonly changes: Readonly<Record<string, Typed>> };

/** The number elsewhere is edited as a field of the store is. */
export const externalIdField = builtInField({
  name: "externalId",
  label: t.attributes.details.externalId,
  help: t.attributes.details.externalIdHelp,
  type: "text",
});

export const valuesOf = ({ externalId, attributes }: Pick<Profile, "externalId" | "attributes">): ProfileValues => ({
  ...attributes,
  externalId,
});

/** The change that sets these values; null clears one. */
export const patchOf = ({ externalId, ...attributes }: ProfileValues): ProfileChange => ({
  ...(externalId !== undefined && { externalId: externalId as string | null }),
  ...(Object.keys(attributes).length > 0 && { attributes }),
});

const has = (values: ProfileValues, { name }: Attribute): boolean =>
  values[name] !== undefined && values[name] !== null;

/** The fields of an animal of the category, and those that it has a value of which it could not get any more. */
export const fieldsFor = (all: readonly Attribute[], categoryId: number, values: ProfileValues) => ({
  fields: [...all.filter((one) => takesValue(one, categoryId)), externalIdField],
  left: all.filter((one) => !takesValue(one, categoryId) && has(values, one)),
});

const typedOf = (one: Attribute, value: unknown): Typed => typeOf(one)?.toTyped(value) ?? "";

/** What the input of a field holds. */
export const typedIn = (one: Attribute, draft: ProfileDraft | undefined, now: ProfileValues): Typed =>
  draft?.changes[one.name] ?? typedOf(one, now[one.name]);

/** Text is kept as it was typed, also where it is the same value: a space may be the first half of a word. */
export const withTyped = (
  draft: ProfileDraft | undefined,
  now: ProfileValues,
  one: Attribute,
  typed: Typed,
): ProfileDraft | undefined => {
  const { base, changes } = draft ?? { base: now, changes: {} };
  const { [one.name]: _, ...others } = changes;
  const isBack = isSameValue(typed, typedOf(one, now[one.name]));
  const merged = isBack ? others : { ...others, [one.name]: typed };
  return Object.keys(merged).length === 0 ? undefined : { base, changes: merged };
};

/** What a save sends: the values that differ from those there are. */
export const changedValues = (
  all: readonly Attribute[],
  draft: ProfileDraft | undefined,
  now: ProfileValues,
): ProfileValues =>
  Object.fromEntries(
    [...all, externalIdField].flatMap((one) => {
      const typed = draft?.changes[one.name];
      if (typed === undefined) return [];
      const value = typeOf(one)?.toValue(typed, one) ?? null;
      return isSameValue(value, now[one.name]) ? [] : [[one.name, value] as const];
    }),
  );

/** What somebody else changed meanwhile: `taken` is shown as it is now, of `clashes` the person decides. */
export const meanwhile = (draft: ProfileDraft, changed: ProfileValues, now: ProfileValues) => {
  const names = [...new Set([...Object.keys(draft.base), ...Object.keys(now)])];
  const byOthers = names.filter((name) => !isSameValue(draft.base[name], now[name]));
  return {
    taken: byOthers.filter((name) => draft.changes[name] === undefined),
    clashes: byOthers.filter((name) => Object.hasOwn(changed, name)),
  };
};

/** @param names - What somebody else changed, and is left as they did. @returns undefined if nothing is left */
export const withoutTyped = (draft: ProfileDraft, names: readonly string[]): ProfileDraft | undefined => {
  const left = Object.entries(draft.changes).filter(([name]) => !names.includes(name));
  return left.length === 0 ? undefined : { ...draft, changes: Object.fromEntries(left) };
};
