import type { Attribute } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { attributeOf } from "../../../test/support/examples";
import { NativeSelect } from "../../components/native-select";
import { importing } from "../../texts/importing";
import { AttributeValues } from "./attribute-values";
import type { Mapping } from "./mapping";
import { isProblem, readFile } from "./read-file";
import { SeveralFields } from "./several-fields";
import { StatusValues } from "./status-values";
import { ValueList } from "./value-list";
import { describeSets, type ImportedValues, missingOptions, newOption, recognisedIn, valuesOf } from "./value-maps";

const texts = importing.values;

const parse = async (text: string) => {
  const file = await readFile(new File([text], "animals.csv"), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

const option = (label: string) => ({ value: label.toLowerCase(), label });
const sex = attributeOf({
  ...{ id: 1, name: "sex", label: "Sex", type: "choice" },
  options: [option("Female"), option("Male")],
});
const neutered = attributeOf({ id: 2, name: "neutered", label: "Neutered", type: "boolean" });
const colours = attributeOf({ id: 3, name: "colours", label: "Colours", type: "choices", options: [option("Red")] });
const attributes: readonly Attribute[] = [sex, neutered, colours];
const none: Mapping = { places: {}, statuses: {} };

describe("what values mean", () => {
  it("is described with the names of the fields if there are several", () => {
    expect(describeSets({ sex: "male" }, attributes, "sex")).toBe("Male");
    expect(describeSets({ sex: "male", neutered: true }, attributes, "sex")).toBe("Sex: Male, Neutered: Yes");
    expect(describeSets({ neutered: true }, attributes, "sex")).toBe("Neutered: Yes");
  });

  it("can be a new option, which gets a value of its own", () => {
    expect(newOption(sex, "Hermaphrodite!")).toEqual({ sex: "hermaphrodite" });
    expect(newOption(colours, "Dark blue")).toEqual({ colours: ["dark_blue"] });
    expect([newOption(sex, " MALE"), newOption(neutered, "x"), newOption(sex, "x".repeat(61))]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(newOption(sex, "a-b", { "a b": { sex: "a_b" } })).toEqual({ sex: "a_b_2" });
    expect(newOption(sex, "a b", { "a b": { sex: "a_b" } })).toEqual({ sex: "a_b" });
  });

  it("lists each option that the field lacks once", () => {
    const map = { "A b": { sex: "a_b" }, "a B": { sex: "a_b" }, m: { sex: "male" }, none: {} };
    expect(missingOptions(sex, map)).toEqual([{ value: "a_b", label: "A b" }]);
    expect(missingOptions(neutered, { x: { neutered: true } })).toEqual([]);
  });

  it("is asked only once for values that match, and never for empty cells", async () => {
    const file = await parse("name,sex\nA,M\nB,m\nC,\nD,f\n");
    expect(valuesOf(file, "sex", sex)).toEqual([
      { value: "M", count: 2 },
      { value: "f", count: 1 },
    ]);
    expect(valuesOf(file, "sex", colours)).toBeUndefined();
  });
});

describe("the values of a column", () => {
  const start = async (mapping: Mapping = none, imported?: ImportedValues) => {
    const file = await parse("name,sex\nA,Neutered Male\nB,Kater\nC,f\n");
    const onChange = vi.fn<(mapping: Mapping) => void>();
    const given = { file, column: "sex", one: sex, attributes, mapping, imported, isLocked: false, onChange };
    return { list: (await draw(AttributeValues, given)).get(ValueList), onChange };
  };
  const imported: ImportedValues = {
    column: "sex",
    attribute: "sex",
    hasMore: false,
    values: [
      { value: "Kater", count: 1, sets: null },
      { value: "Neutered Male", count: 1, sets: { sex: "male", neutered: true } },
      { value: "f", count: 1, sets: { sex: "female" } },
    ],
  };
  const rowOf = ({ rows }: Parameters<typeof ValueList>[0], value: string) => rows.find((row) => row.value === value);
  const labels = (list: Parameters<typeof ValueList>[0], value: string) =>
    rowOf(list, value)?.options.map(({ label }) => label);

  it("are shown as they are written until the file has been checked", async () => {
    const { list } = await start();
    expect(list.rows.map(({ chosen, isUnknown }) => [chosen, isUnknown])).toEqual([
      ...[["", false] as const, ["", false] as const, ["", false] as const],
    ]);
    expect(labels(list, "f")?.[0]).toBe(texts.asWritten);
  });

  it("show what was recognised and ask for the rest", async () => {
    const { list } = await start(none, imported);
    expect(labels(list, "Neutered Male")?.[0]).toBe(texts.guessed("Sex: Male, Neutered: Yes"));
    expect([rowOf(list, "Kater")?.isUnknown, rowOf(list, "f")?.isUnknown]).toEqual([true, false]);
    expect(labels(list, "Kater")).toEqual([
      ...[texts.choose, "Female", "Male"],
      // The meaning of one value is also offered for the other values.
      "Sex: Male, Neutered: Yes",
      texts.leaveEmpty,
      texts.several,
      texts.addOption("Kater"),
    ]);
  });

  it("can set several fields that a person chooses", async () => {
    const onChange = vi.fn<(sets: object) => void>();
    const given = { value: "Kater", attributes, isLocked: false, onChange };
    const fields = await draw(SeveralFields, { ...given, sets: { sex: "male" } });
    const [first, second, third] = fields.every(NativeSelect);
    expect([first?.value, second?.value, third?.value]).toEqual(['{"sex":"male"}', "", ""]);
    second?.onValueChange?.('{"neutered":true}');
    first?.onValueChange?.("");
    expect(onChange.mock.calls).toEqual([[{ sex: "male", neutered: true }], [{}]]);
  });

  it("do not count as recognised if a person chose their meaning before the check", () => {
    const values = [{ value: "Kater", count: 1, sets: { sex: "male" } }];
    const [found] = recognisedIn([{ column: "sex", attribute: "sex", hasMore: false, values }], { sex: { kater: {} } });
    expect(found?.values).toEqual([{ value: "Kater", count: 1, sets: undefined }]);
  });

  it("get the meaning that a person chooses, and lose it if the person removes it", async () => {
    const { list, onChange } = await start(none, imported);
    const several = rowOf(list, "Kater")?.options.find(({ label }) => label.startsWith("Sex:"))?.value ?? "";
    list.onChoose("Kater", several);
    expect(onChange.mock.lastCall?.[0].values).toEqual({ sex: { Kater: { sex: "male", neutered: true } } });
    // The spelling may differ from the one that the service lists.
    const chosen = { ...none, values: { sex: { kater: {}, f: { sex: "female" } } } };
    const next = await start(chosen, imported);
    expect(rowOf(next.list, "Kater")).toMatchObject({ chosen: "{}", isUnknown: false });
    next.list.onChoose("Kater", "");
    expect(next.onChange.mock.lastCall?.[0].values).toEqual({ sex: { f: { sex: "female" } } });
  });

  it("may be names of properties that every object has, such as constructor", async () => {
    const file = await parse("name,constructor\nA,constructor\n");
    const given = { file, column: "constructor", one: sex, attributes, mapping: none, imported: undefined };
    const list = (await draw(AttributeValues, { ...given, isLocked: false, onChange: () => undefined })).get(ValueList);
    expect(rowOf(list, "constructor")).toMatchObject({ chosen: "" });
  });

  it("show a chosen option that is not defined yet", async () => {
    const { list } = await start({ ...none, values: { sex: { Kater: { sex: "kater" } } } }, imported);
    const { chosen, options } = rowOf(list, "Kater") ?? {};
    expect(options?.filter(({ value }) => value === chosen)).toEqual([
      { value: '{"sex":"kater"}', label: texts.addOption("Kater") },
    ]);
  });
});

describe("the statuses of a file", () => {
  it("keep the choices for the other values", async () => {
    const file = await parse("name,kind,outcome\nRex,Dog,Gone home\nMax,Dog,Unknown\n");
    const onChange = vi.fn<(mapping: Mapping) => void>();
    const mapping: Mapping = { ...none, statuses: { Unknown: "sold" } };
    const list = (await draw(StatusValues, { file, column: "outcome", mapping, isLocked: false, onChange })).get(
      ValueList,
    );
    expect(list.rows.map(({ value, isUnknown }) => [value, isUnknown])).toEqual([
      ["Gone home", true],
      ["Unknown", false],
    ]);
    list.onChoose("Gone home", "pending");
    list.onChoose("Gone home", "");
    expect(onChange.mock.calls.map(([next]) => next.statuses)).toEqual([{ Unknown: "sold", "Gone home": "pending" }]);
  });
});
