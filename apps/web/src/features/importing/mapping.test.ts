import { describe, expect, it } from "vitest";
import { attributeOf } from "../../../test/support/examples";
import { canUpdate, type Mapping, settingsOf } from "./mapping";
import { placesOf } from "./places";
import { type CsvFile, isProblem, readFile } from "./read-file";
import { mappingFileOf } from "./save-mapping";

const parse = async (text: string): Promise<CsvFile> => {
  const file = await readFile(new File([text], "animals.csv"), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

const none: Mapping = { places: {}, statuses: {} };

const austin =
  "animal_id,name,animal_type,breed,outcome_type\nA1,,Cat,Tabby,Transfer\nA2,Rex,Dog,Mix,Adoption\nA3,Max,Dog,Mix,\n";

describe("canUpdate", () => {
  it("is true only with external ids, and without an ignored column called status", async () => {
    const [file, other] = [await parse("name,kind,no,status\nA,B,1,x\n"), await parse("name,kind,no\nA,B,1\n")];
    const places = { no: "externalId" };
    const can = (of: CsvFile, some: object) => canUpdate(of, placesOf(of, { places: { ...places, ...some } }, []));
    expect([can(other, {}), can(file, {}), can(file, { status: "" }), can(other, { no: "" })]).toEqual([
      ...[true, true, false, false],
    ]);
    const unread = { ...none, places: { ...places, status: "" }, isUpdating: true };
    expect(settingsOf(file, unread, [])).not.toHaveProperty("update");
  });
});

describe("settingsOf", () => {
  it("maps every value of the status column", async () => {
    const file = await parse(austin);
    expect(settingsOf(file, { ...none, statuses: { Adoption: "available" } }, [])).toEqual({
      source: "animals.csv",
      columns: { name: "name", fallbackName: "animal_id", category: "animal_type", status: "outcome_type" },
      statusMap: { Transfer: "pending", Adoption: "available", "": "available" },
    });
  });

  it("sends both category columns of an export", async () => {
    const file = await parse("id,name,categoryId,category,status\n1,Rex,2,,sold\n");
    expect(settingsOf(file, none, [])).toEqual({
      source: "animals.csv",
      columns: { name: "name", status: "status" },
    });
  });

  it("makes all animals available if no status column is chosen", async () => {
    const file = await parse("name,category,status\nRex,Dog,odd\n");
    expect(settingsOf(file, { ...none, places: { status: "" } }, []).statusMap).toEqual({ "*": "available" });
  });

  it("sends the columns of all fields, including those without a column", async () => {
    const file = await parse("name,category,breed,External ID\nRex,Dog,Mix,A1\n");
    const fields = [attributeOf({ name: "breed" }), attributeOf({ name: "born_on" })];
    expect(settingsOf(file, { ...none, places: { breed: "" } }, fields)).toMatchObject({
      columns: { externalId: "External ID" },
      attributeColumns: { breed: "", born_on: "" },
    });
  });

  it("sends the meanings of values only for columns of fields whose values can be mapped", async () => {
    const file = await parse("name,category,sex,breed\nRex,Dog,m,Mix\n");
    const fields = [attributeOf({ name: "sex", type: "choice" }), attributeOf({ name: "breed", type: "text" })];
    const values = { sex: { m: { sex: "male" } }, breed: { Mix: {} }, gone: { x: {} } };
    expect(settingsOf(file, { ...none, values }, fields).valueMaps).toEqual({ sex: { m: { sex: "male" } } });
    expect(settingsOf(file, { ...none, values, places: { sex: "" } }, fields)).not.toHaveProperty("valueMaps");
  });

  it("sends how dates and numbers are written if a person chose it", async () => {
    const file = await parse("name,category\nRex,Dog\n");
    const sent = (how: object) => settingsOf(file, { ...none, ...how }, []);
    expect(sent({})).not.toHaveProperty("dates");
    expect(sent({ dates: "dmy", decimal: "," })).toMatchObject({ dates: "dmy", decimal: "," });
  });
});

describe("a saved mapping", () => {
  it("contains the choices for the next file, but not the name of this file", async () => {
    const file = await parse("name,category,no\nRex,Dog,1\n");
    const settings = settingsOf(file, { ...none, places: { no: "externalId" }, isUpdating: true, dates: "dmy" }, []);
    expect(settings).toMatchObject({ source: "animals.csv", update: true });
    expect(JSON.parse(mappingFileOf(settings))).toEqual({
      columns: { name: "name", category: "category", externalId: "no" },
      dates: "dmy",
    });
  });
});
