import { PetStatus } from "@petstore/contract/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { t } from "../../texts";
import { settingsOf } from "./mapping";
import { columnAt, placesOf } from "./places";
import { type CsvFile, isProblem, readFile } from "./read-file";
import { guessStatus, unmappedValues, valuesToMap } from "./statuses";

const parse = async (text: string): Promise<CsvFile> => {
  const file = await readFile(new File([text], "animals.csv"), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

describe("guessStatus", () => {
  it.each([
    ["Adoption", "sold"],
    ["Return to Owner", "sold"],
    ["Transfer", "pending"],
    ["", "available"],
    ["In shelter", "available"],
    ["Available", "available"],
    ["tot", undefined],
    ["Verkauft ", "sold"],
    ["not sold", undefined],
    ["Unavailable", undefined],
    ["Available for Adoption", "available"],
    ["Adoption Pending", "pending"],
    ["Died in Foster", undefined],
    ["Euthanasia", undefined],
    ["Dead on arrival at shelter", undefined],
  ])("reads %j as %s", (value, status) => {
    expect(guessStatus(value)).toBe(status);
  });
});

describe("guessStatus in a store with its own words", () => {
  it("accepts them as well as the usual ones", async () => {
    const { status } = t.common;
    onTestFinished(() => void Object.assign(status, { available: "Available", pending: "Pending", sold: "Sold" }));
    Object.assign(status, { available: "In Obhut", pending: "Vorgemerkt", sold: "Vermittelt" });
    const values = ["in obhut", " VORGEMERKT ", "Vermittelt", "available", "pending", "sold"];
    expect(values.map(guessStatus)).toEqual([...PetStatus.options, ...PetStatus.options]);
    const file = await parse("name,kind,State\nRex,Dog,Vermittelt\nMax,Dog,In Obhut\n");
    expect(columnAt(placesOf(file, { places: {} }, []), "status")).toBe("State");
    expect(settingsOf(file, { places: {}, statuses: {} }, []).statusMap).toEqual({
      "In Obhut": "available",
      Vermittelt: "sold",
    });
  });
});

describe("unmappedValues", () => {
  it("lists the unclear values until a person chooses their status", async () => {
    const file = await parse("name,category,status\nA,Dog,tot\nB,Dog,weg\nC,Dog,sold\nD,Dog,tot\n");
    expect(unmappedValues(file, {}, "status")).toEqual(["tot", "weg"]);
    expect(unmappedValues(file, { tot: "sold", weg: "sold" }, "status")).toEqual([]);
  });

  it("finds no status for a word such as constructor", async () => {
    const file = await parse("name,category,status\nA,Dog,constructor\nB,Dog,x\n");
    expect(unmappedValues(file, {}, "status")).toEqual(["constructor", "x"]);
  });
});

describe("valuesToMap", () => {
  it("lists the most frequent value first, and nothing if all are statuses", async () => {
    const file = await parse("name,status,other\na,sold,x\nb,,y\nc,sold,y\n");
    expect(valuesToMap(file, "status")).toEqual([]);
    expect(valuesToMap(file, "other").map(({ value }) => value)).toEqual(["y", "x"]);
  });
});
