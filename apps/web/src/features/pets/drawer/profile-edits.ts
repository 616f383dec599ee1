import type { Attribute, Profile, ProfileChange } from "@petstore/contract/client";
import { isSameValue, type Typed, typeOf } from "../../../lib/pets/attribute-types";
import { builtInField, takesValue } from "../../../lib/pets/attributes";
import { t } from "../../../texts";

/** The values by the names of the fields. A field of the store cannot be named `externalId`. */
export type ProfileValues = Readonly<Record<string, unknown>>;

/** The draft of a profile. `base` is the profile as it was when the person began to type. */
export type ProfileDraft = { readonly base: ProfileValues; readonly changes: Readonly<Record<string, Typed>> };

/** The number of the animal in another system, described like a field of the store. */
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

/** Returns the fields of the category, and other fields for which the animal still has a value. */
export const fieldsFor = (all: readonly Attribute[], categoryId: number, values: ProfileValues) => ({
  fields: [...all.filter((one) => takesValue(one, categoryId)), externalIdField],
  left: all.filter((one) => !takesValue(one, categoryId) && has(values, one)),
});

const typedOf = (one: Attribute, value: unknown): Typed => typeOf(one)?.toTyped(value) ?? "";

/** The content of a field's input. */
export const typedIn = (one: Attribute, draft: ProfileDraft | undefined, now: ProfileValues): Typed =>
  draft?.changes[one.name] ?? typedOf(one, now[one.name]);

/** Text is kept as typed even if its value is unchanged, because a space may come before the next word. */
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

/** The values that a save sends: those that differ from the current ones. */
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

/**
 * The values that somebody else has changed in the meantime. The form shows the present values of `taken`, and the
 * person decides about `clashes`.
 */
export const meanwhile = (draft: ProfileDraft, changed: ProfileValues, now: ProfileValues) => {
  const names = [...new Set([...Object.keys(draft.base), ...Object.keys(now)])];
  const byOthers = names.filter((name) => !isSameValue(draft.base[name], now[name]));
  return {
    taken: byOthers.filter((name) => draft.changes[name] === undefined),
    clashes: byOthers.filter((name) => Object.hasOwn(changed, name)),
  };
};

/** @param names - Fields whose current values stay. @returns undefined if the draft is empty then */
export const withoutTyped = (draft: ProfileDraft, names: readonly string[]): ProfileDraft | undefined => {
  const left = Object.entries(draft.changes).filter(([name]) => !names.includes(name));
  return left.length === 0 ? undefined : { ...draft, changes: Object.fromEntries(left) };
};
