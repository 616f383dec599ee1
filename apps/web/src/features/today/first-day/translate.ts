import type { Attribute, AttributeChange, Category } from "@petstore/contract/client";
import { vocabulary } from "@petstore/contract/schemas";
import { undoOfAction } from "../../../lib/history/action-undo";
import { announce } from "../../../lib/history/undo";
import { ask } from "../../../lib/service/api";
import { useWrite } from "../../../lib/service/use-write";
import { firstDay } from "../../../texts/first-day";

type Texts = Readonly<Record<string, string>>;
type FieldChange = { readonly attributeId: number; readonly change: AttributeChange };
type NameChange = { readonly categoryId: number; readonly name: string };

/** What is still in the English of the first start, and the texts for it in the language of the page. */
export type Translations = { readonly fields: readonly FieldChange[]; readonly categories: readonly NameChange[] };

const isUsual = (now: string | null | undefined, usual: string | undefined, other: string | undefined) =>
  usual !== undefined && other !== undefined && now === usual && other !== usual;

const changeOf = ({ name, label, help, options }: Attribute): AttributeChange => {
  const usual = vocabulary.find((one) => one.name === name);
  if (usual === undefined) return {};
  const [labels, helps]: readonly Texts[] = [firstDay.fields, firstDay.helps];
  const words = (firstDay.options as Readonly<Record<string, Texts>>)[name] ?? {};
  const usualLabels = new Map(usual.options?.map((one) => [one.value, one.label]));
  const translated = options.map((one) =>
    isUsual(one.label, usualLabels.get(one.value), words[one.value])
      ? { ...one, label: words[one.value] as string }
      : one,
  );
  return {
    ...(isUsual(label, usual.label, labels?.[name]) && { label: labels?.[name] }),
    ...(isUsual(help, usual.help ?? undefined, helps?.[name]) && { help: helps?.[name] }),
    ...(translated.some((one, at) => one !== options[at]) && { options: translated }),
  };
};

/** Finds the texts of the first start that nobody has changed. It finds none if the page is in English. */
export const translationsOf = (attributes: readonly Attribute[], categories: readonly Category[]): Translations => ({
  fields: attributes.flatMap((one) => {
    const change = changeOf(one);
    return Object.keys(change).length === 0 ? [] : [{ attributeId: one.id, change }];
  }),
  categories: categories.flatMap(({ id, name }) => {
    const other = (firstDay.categories as Texts)[name ?? ""];
    const isTaken = categories.some((one) => one.name === other);
    return other === undefined || isTaken ? [] : [{ categoryId: id, name: other }];
  }),
});

export const countOf = ({ fields, categories }: Translations): number => fields.length + categories.length;

/** Translates fields and categories one after the other, as one action with one undo. */
export const useTranslate = () =>
  useWrite({
    send: async (translations: Translations, key) => {
      const headers = { "action-key": key };
      for (const { attributeId, change } of translations.fields) {
        const call = { params: { attributeId }, headers, body: change };
        await ask((api, options) => api.attributes.updateAttribute({ ...call, ...options }));
      }
      for (const { categoryId, name } of translations.categories) {
        const call = { params: { categoryId }, headers, body: { name } };
        await ask((api, options) => api.categories.updateCategory({ ...call, ...options }));
      }
      return key;
    },
    onSuccess: (key, translations) => {
      const size = countOf(translations);
      const undo = undoOfAction({ key, size, describe: () => firstDay.translate.undone });
      announce({ title: firstDay.translate.done(size), undo });
    },
  });
