import type { Attribute } from "@petstore/contract/client";
import { AttributeType } from "@petstore/contract/schemas";
import { describe, expect, it } from "vitest";
import { importFields } from "./import-fields";
import { placeOf, placesOf } from "./places";
import { isProblem, readFile } from "./read-file";
import { writeTemplate } from "./template";

const attributeOf = (type: string, more: Partial<Attribute> = {}) =>
  ({
    name: type.toLowerCase(),
    label: type,
    type,
    options: [],
    minimum: null,
    maximum: null,
    categoryIds: null,
    isArchived: false,
    ...more,
  }) as Attribute;

describe("the template", () => {
  it("has every column of an import in order, and one animal with values", async () => {
    const fields = AttributeType.options.map((type) =>
      attributeOf(type, { options: [{ label: "Small", value: "s" }] }),
    );
    const archived = attributeOf("old", { isArchived: true });
    const csv = writeTemplate([...fields, archived]);
    const file = await readFile(new File([csv], "animals.csv"), {}, new AbortController().signal);
    if (isProblem(file)) throw new Error(file);
    expect(file.header).toEqual([
      ...importFields.map(({ column }) => column),
      ...fields.map(({ name }) => `attributes.${name}`),
    ]);
    const others = importFields.slice(3, -1).map(() => expect.any(String));
    expect(file.sample).toEqual([
      [
        ...["Rex", "Dog", "available", ...others, "SH-1042", "Small", "Small", "1"],
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        ...["yes", "Small", "Small", "Small"],
      ],
    ]);
    expect(csv.startsWith("\uFEFF")).toBe(true);
    // When the template is read back, nothing has to be chosen.
    const places = placesOf(file, { places: {} }, [...fields, archived]);
    expect([...places.values()].map(({ place }) => place)).toEqual([
      ...importFields.map(({ column }) => column),
      ...fields.map(placeOf),
    ]);
  });

  it("leaves fields empty that only some categories have", () => {
    expect(writeTemplate([attributeOf("number", { categoryIds: [7] }), attributeOf("number")])).toContain(
      "SH-1042,,1\r\n",
    );
  });

  it("uses numbers within their bounds", () => {
    const csv = writeTemplate([attributeOf("number", { minimum: 5 }), attributeOf("number", { maximum: -5 })]);
    expect(csv).toContain("SH-1042,5,-5\r\n");
  });
});
