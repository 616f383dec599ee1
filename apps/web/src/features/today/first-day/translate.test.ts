import type { Attribute, Category } from "@petstore/contract/client";
import { vocabulary } from "@petstore/contract/schemas";
import { afterEach, describe, expect, it } from "vitest";
import { attributeOf } from "../../../../test/support/examples";
import * as de from "../../../texts/de";
import { firstDay } from "../../../texts/first-day";
import { translationsOf } from "./translate";

const english = structuredClone(firstDay.fields);
const texts = ["fields", "helps", "options", "categories"] as const;
const originals = Object.fromEntries(texts.map((name) => [name, firstDay[name]]));
const inGerman = () => texts.forEach((name) => Object.assign(firstDay, { [name]: de.firstDay[name] }));
afterEach(() => void Object.assign(firstDay, originals));

const sex = (fields: Partial<Attribute> = {}) =>
  attributeOf({
    name: "sex",
    label: "Sex",
    type: "choice",
    options: [
      { value: "female", label: "Female" },
      { value: "male", label: "Tom" },
    ],
    ...fields,
  });
const category = (id: number, name: string) => ({ id, name, petCount: 1 }) as Category;

describe("the texts of a new store", () => {
  it("are those of the vocabulary in English, so that a page can tell what nobody has changed", () => {
    expect(english).toEqual(Object.fromEntries(vocabulary.map(({ name, label }) => [name, label])));
    const helps = vocabulary.flatMap(({ name, help }) => (help === undefined ? [] : [[name, help] as const]));
    expect(firstDay.helps).toEqual(Object.fromEntries(helps));
    const options = vocabulary.flatMap(({ name, type, options: all = [] }) =>
      type === "choice" ? [[name, Object.fromEntries(all.map(({ value, label }) => [value, label]))] as const] : [],
    );
    expect(firstDay.options).toEqual(Object.fromEntries(options));
  });
});

describe("what can be translated", () => {
  it("is nothing on an English page", () => {
    expect(translationsOf([sex()], [category(1, "Dog")])).toEqual({ fields: [], categories: [] });
  });

  it("is each label, help and option that is still as the first start has written it", () => {
    inGerman();
    const born = attributeOf({
      id: 5,
      name: "born_on",
      label: "Birthday",
      help: "An estimate is better than nothing.",
    });
    expect(translationsOf([sex(), born], [])).toEqual({
      fields: [
        {
          attributeId: 4,
          change: {
            label: "Geschlecht",
            options: [
              { value: "female", label: "Weiblich" },
              { value: "male", label: "Tom" },
            ],
          },
        },
        { attributeId: 5, change: { help: "Eine Schätzung ist besser als nichts." } },
      ],
      categories: [],
    });
    expect(translationsOf([sex({ name: "gender" })], []).fields).toEqual([]);
  });

  it("is each category of the sample, unless another category has that name", () => {
    inGerman();
    const all = [category(1, "Dog"), category(2, "Cat"), category(3, "Katze"), category(4, "Ponies")];
    expect(translationsOf([], all).categories).toEqual([{ categoryId: 1, name: "Hund" }]);
  });
});
