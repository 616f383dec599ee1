import type { Attribute } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { fallbackOf } from "./mapping";
import { chosenTwice, columnAt, placesOf } from "./places";
import { type CsvFile, isProblem, readFile } from "./read-file";

const parse = async (text: string): Promise<CsvFile> => {
  const file = await readFile(new File([text], "animals.csv"), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

const placed = async (text: string, attributes: readonly Attribute[] = [], places = {}) => {
  const found = placesOf(await parse(text), { places }, attributes);
  return Object.fromEntries(
    [...found].filter(([, { place }]) => place !== "").map(([name, { place }]) => [name, place]),
  );
};

const austin =
  "animal_id,name,animal_type,breed,outcome_type\nA1,,Cat,Tabby,Transfer\nA2,Rex,Dog,Mix,Adoption\nA3,Max,Dog,Mix,\n";

describe("the places of columns", () => {
  it("are recognised in a shelter's file, with a second column for empty names", async () => {
    expect(await placed(austin)).toEqual({ name: "name", animal_type: "category", outcome_type: "status" });
    const file = await parse(austin);
    const fallback = (given: object = {}) => fallbackOf(file, given, placesOf(file, { places: {} }, []));
    expect([fallback(), fallback({ fallbackName: "" }), fallback({ fallbackName: "gone" })]).toEqual([
      "animal_id",
      "",
      "",
    ]);
  });

  it("are empty for columns with unknown names", async () => {
    expect(await placed("a,b\n1,2\n")).toEqual({});
  });

  it("are known in each spelling, and never name the columns of a file of bad rows", async () => {
    const fields = [
      attributeOf({ name: "sex", label: "Sex" }),
      attributeOf({ id: 5, name: "problem", label: "Problem" }),
    ];
    const text = "Animal's Name,animal_type,Sex upon Intake,Zeile,Problem\nRex,Dog,Male,2,x\n";
    expect(await placed(text, fields)).toEqual({
      "Animal's Name": "name",
      animal_type: "category",
      "Sex upon Intake": "attributes.sex",
    });
    expect(await placed("Name (姓名),Species (物种)\nRex,Dog\n")).toEqual({
      "Name (姓名)": "name",
      "Species (物种)": "category",
    });
  });

  it("use State as the status only if its values are statuses", async () => {
    expect(await placed("Name,State\nRex,Adopted\n")).toEqual({ Name: "name", State: "status" });
    expect(await placed("Name,State\nRex,TX\n")).toEqual({ Name: "name" });
    expect(await placed("Name,State,Status\nRex,TX,sold\n")).toEqual({ Name: "name", Status: "status" });
  });

  it("give the reason why a column was recognised, unless it has the name of the field", async () => {
    const file = await parse("Tiername,Category,State,Rasse\nRex,Dog,sold,Mix\n");
    const found = placesOf(file, { places: {} }, [attributeOf({ name: "breed", label: "Breed" })]);
    expect([...found].map(([column, { reason }]) => [column, reason])).toEqual([
      ["Tiername", "word"],
      ["Category", undefined],
      ["State", "values"],
      ["Rasse", "word"],
    ]);
    const report = await parse("Animal ID,ARN,Animal Name,Species,Altered\n1,,Rex,Dog,Yes\n");
    const known = placesOf(report, { places: {} }, [attributeOf({ name: "neutered", type: "boolean" })]);
    expect(known.get("Altered")).toEqual({ place: "attributes.neutered", reason: "product" });
  });

  it("are the fields that a person chose, unless the field was deleted", async () => {
    const breed = attributeOf({ name: "breed", label: "Breed" });
    const text = "name,breed,x\nRex,Mix,1\n";
    expect(await placed(text, [breed], { breed: "", x: "attributes.breed" })).toEqual({
      name: "name",
      x: "attributes.breed",
    });
    expect(await placed(text, [breed], { breed: "attributes.gone" })).toEqual({
      name: "name",
      breed: "attributes.breed",
    });
  });

  it("list the columns of a field that was chosen twice, except for the two category columns of an export", async () => {
    const twice = async (text: string, places: Record<string, string>) =>
      chosenTwice(placesOf(await parse(text), { places }, []));
    expect([...(await twice("name,x,y\nRex,1,2\n", { x: "name", y: "" }))]).toEqual([["name", ["name", "x"]]]);
    expect([...(await twice("id,name,categoryId,category\n1,Rex,2,Dog\n", {}))]).toEqual([]);
  });

  it("are found in a file with a thousand columns", async () => {
    const header = Array.from({ length: 1_000 }, (_, at) => `c${at}`);
    header[998] = "Species";
    header[999] = "Animal name";
    const file = await parse(`${header.join(",")}\n${header.map(() => "1").join(",")}\n`);
    const places = placesOf(file, { places: {} }, [attributeOf()]);
    expect([columnAt(places, "category"), columnAt(places, "name")]).toEqual(["Species", "Animal name"]);
  });
});

describe("the places of columns of the store's fields", () => {
  const field = (name: string, label: string, isArchived = false) => attributeOf({ name, label, isArchived });
  const fields = [field("breed", "Breed"), field("born_on", "Born on"), field("old", "Old", true)];
  const columnsFor = async (header: string, places = {}) => placed(`${header}\n1,2,3,4,5\n`, fields, places);

  it("are found by name or label, unless the field is archived", async () => {
    expect(await columnsFor("name,Breed,born on,old,x")).toMatchObject({
      Breed: "attributes.breed",
      "born on": "attributes.born_on",
    });
    expect(await columnsFor("name,attributes.breed,breed,x,y")).toEqual({
      name: "name",
      "attributes.breed": "attributes.breed",
    });
  });
});
