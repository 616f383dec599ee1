import type { Attribute } from "@petstore/contract/client";
import { PetStatus } from "@petstore/contract/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  attributeColumns,
  canUpdate,
  guessColumns,
  guessStatus,
  type Mapping,
  settingsOf,
  unmappedValues,
  valuesToMap,
} from "./mapping.js";
import { noColumns } from "../../../test/support/columns";
import { t } from "../../texts/index.js";
import { type CsvFile, isProblem, readFile } from "./read-file.js";

const parse = async (text: string): Promise<CsvFile> => {
  const file = await readFile(new File([text], "animals.csv"), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

const austin =
  "animal_id,name,animal_type,breed,outcome_type\nA1,,Cat,Tabby,Transfer\nA2,Rex,Dog,Mix,Adoption\nA3,Max,Dog,Mix,\n";

describe("guessColumns", () => {
  it("finds the columns of a shelter's file, and a second one for empty names", async () => {
    expect(guessColumns(await parse(austin))).toEqual({
      ...noColumns,
      name: "name",
      fallbackName: "animal_id",
      category: "animal_type",
      status: "outcome_type",
    });
  });

  it("finds nothing in unknown headers", async () => {
    expect(guessColumns(await parse("a,b\n1,2\n"))).toEqual(noColumns);
  });
});

describe("guessColumns for other headers", () => {
  it("uses State as the status if its values are statuses", async () => {
    expect(guessColumns(await parse("Name,State\nRex,Adopted\n")).status).toBe("State");
    expect(guessColumns(await parse("Name,State\nRex,TX\n")).status).toBe("");
    expect(guessColumns(await parse("Name,State,Status\nRex,TX,sold\n")).status).toBe("Status");
  });
});

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
    const columns = guessColumns(file);
    expect(columns.status).toBe("State");
    expect(settingsOf(file, { columns, statuses: {} }, []).statusMap).toEqual({
      "In Obhut": "available",
      Vermittelt: "sold",
    });
  });
});

describe("unmappedValues", () => {
  it("lists the unclear values until a person chooses their status", async () => {
    const file = await parse("name,category,status\nA,Dog,tot\nB,Dog,weg\nC,Dog,sold\nD,Dog,tot\n");
    const columns = guessColumns(file);
    expect(unmappedValues(file, { columns, statuses: {} })).toEqual(["tot", "weg"]);
    expect(unmappedValues(file, { columns, statuses: { tot: "sold", weg: "sold" } })).toEqual([]);
  });
});

describe("canUpdate", () => {
  it("needs external ids, and no unread column called status", async () => {
    const [file, other] = [await parse("name,kind,no,status\nA,B,1,x\n"), await parse("name,kind,no\nA,B,1\n")];
    const columns = { ...guessColumns(file), name: "name", category: "kind", externalId: "no", status: "" };
    const can = (of: CsvFile, some: object) => canUpdate(of, { columns: { ...columns, ...some }, statuses: {} });
    expect([can(other, {}), can(file, { status: "status" }), can(file, {}), can(other, { externalId: "" })]).toEqual([
      ...[true, true, false, false],
    ]);
    const settings = settingsOf(file, { columns, statuses: {}, isUpdating: true }, []);
    expect(settings).not.toHaveProperty("update");
  });
});

describe("settingsOf", () => {
  it("maps every value of the status column", async () => {
    const file = await parse(austin);
    expect(settingsOf(file, { columns: guessColumns(file), statuses: { Adoption: "available" } }, [])).toEqual({
      source: "animals.csv",
      columns: { name: "name", fallbackName: "animal_id", category: "animal_type", status: "outcome_type" },
      statusMap: { Transfer: "pending", Adoption: "available", "": "available" },
    });
  });

  it("sends both category columns of an export", async () => {
    const file = await parse("id,name,categoryId,category,status\n1,Rex,2,,sold\n");
    expect(settingsOf(file, { columns: guessColumns(file), statuses: {} }, [])).toEqual({
      source: "animals.csv",
      columns: { name: "name", status: "status" },
    });
  });

  it("makes all animals available if no status column is chosen", async () => {
    const file = await parse("name,category,status\nRex,Dog,odd\n");
    const columns = { ...guessColumns(file), status: "" };
    expect(settingsOf(file, { columns, statuses: {} }, []).statusMap).toEqual({ "*": "available" });
  });
});

describe("columns of store fields", () => {
  const attribute = (name: string, label: string, isArchived = false) =>
    ({ name, label, isArchived, type: "text" }) as Attribute;
  const fields = [attribute("breed", "Breed"), attribute("born_on", "Born on"), attribute("old", "Old", true)];
  const columnsFor = async (header: string, attributes: Mapping["attributes"] = {}) => {
    const file = await parse(`${header}\n1,2,3,4,5\n`);
    const found = attributeColumns(file, { columns: guessColumns(file), statuses: {}, attributes }, fields);
    return Object.fromEntries([...found].map(([{ name }, label]) => [name, label]));
  };

  it("are found by name or label, unless in use or chosen by a person", async () => {
    expect(await columnsFor("name,Breed,born on,old,x")).toEqual({ breed: "Breed", born_on: "born on" });
    expect(await columnsFor("name,attributes.breed,breed,x,x")).toEqual({ breed: "attributes.breed", born_on: "" });
    expect(await columnsFor("name,breed,born_on,x,y", { breed: "", born_on: "breed" })).toEqual({
      breed: "",
      born_on: "breed",
    });
  });

  it("become free if the field that they were chosen for is gone", async () => {
    expect(await columnsFor("name,Breed,x,y,z", { gone: "Breed" })).toEqual({ breed: "Breed", born_on: "" });
  });

  it("are all sent to the service, including the unused ones", async () => {
    const file = await parse("name,category,breed,External ID\nRex,Dog,Mix,A1\n");
    const columns = guessColumns(file);
    const sent = settingsOf(file, { columns, statuses: {}, attributes: { breed: "" } }, fields);
    expect(sent).toMatchObject({
      columns: { externalId: "External ID" },
      attributeColumns: { breed: "", born_on: "" },
    });
  });
});

describe("valuesToMap", () => {
  it("lists the most frequent value first, and nothing if all are statuses", async () => {
    const file = await parse("name,status,other\na,sold,x\nb,,y\nc,sold,y\n");
    expect(valuesToMap(file, "status")).toEqual([]);
    expect(valuesToMap(file, "other").map(({ value }) => value)).toEqual(["y", "x"]);
  });
});

describe("the way in which dates and numbers are written", () => {
  it("is sent if a person chose it", async () => {
    const file = await parse("name,category\nRex,Dog\n");
    const columns = guessColumns(file);
    const sent = (how: object) => settingsOf(file, { columns, statuses: {}, ...how }, []);
    expect(sent({})).not.toHaveProperty("dates");
    expect(sent({ dates: "dmy", decimal: "," })).toMatchObject({ dates: "dmy", decimal: "," });
  });
});
