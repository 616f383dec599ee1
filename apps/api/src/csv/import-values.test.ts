import type { PetImport, PetImportDryRun } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";
import { emptyTables } from "../../test/support/empty-tables.js";
import { readSexPhrase } from "./sex-phrases.js";

const optionsOf = (...labels: readonly string[]) => labels.map((label) => ({ value: label.toLowerCase(), label }));
const definitions = [
  { name: "sex", label: "Sex", type: "choice", options: optionsOf("Female", "Male") },
  { name: "neutered", label: "Neutered", type: "boolean" },
  { name: "colours", label: "Colours", type: "choices", options: optionsOf("Black", "White") },
  { name: "breed", label: "Breed", type: "text" },
  { name: "weight", label: "Weight", type: "number", maximum: 50 },
];

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await createTestApi();
  key = await api.makeKey("admin");
  for (const body of definitions) expect((await api.send("POST /v1/attributes", { body, key })).status).toBe(201);
});
beforeEach(() => emptyTables(api.database, "pet, category"));
afterAll(() => api.close());

const send = (csv: string, rest: Partial<PetImport>, dryRun = false) =>
  api.send(`POST /v1/pets/import?dryRun=${dryRun}`, { body: { csv, source: "x.csv", columns: {}, ...rest }, key });

const check = async (csv: string, rest: Partial<PetImport> = {}): Promise<PetImportDryRun> => {
  const { status, body } = await send(csv, rest, true);
  expect(status).toBe(200);
  return body as PetImportDryRun;
};

/** Imports a column, and returns the values that each of its rows sets. */
const attributesOf = async (header: string, rows: readonly string[], rest: Partial<PetImport> = {}) => {
  const lines = rows.map((row) => `Rex,Dog,${row}\n`).join("");
  const { pets, badRows } = await check(`name,category,${header}\n${lines}`, rest);
  const found = new Map(pets.map(({ line, profile }) => [line, profile?.attributes as unknown]));
  for (const { line, problem } of badRows) found.set(line, problem);
  return rows.map((_, at) => found.get(at + 2));
};

describe("a map of values", () => {
  it("sets the mapped values, ignoring case, accents and white space, and leaves other values unchanged", async () => {
    const valueMaps = { Sex: { "Kátze, weibl.": { sex: "female", breed: "Cat" }, U: {} } };
    expect(await attributesOf("Sex", ['" KATZE, weibl. "', "u", "male", "", "M"], { valueMaps })).toEqual([
      { sex: "female", breed: "Cat" },
      {},
      { sex: "male" },
      {},
      { sex: "male" },
    ]);
  });

  it("takes precedence over the usual meaning of a value", async () => {
    const valueMaps = { Sex: { "Neutered Male": { sex: "male" }, M: { sex: "female" } } };
    expect(await attributesOf("Sex", ["neutered male", "m"], { valueMaps })).toEqual([
      { sex: "male" },
      { sex: "female" },
    ]);
  });

  it("fills an attribute whose own column is empty, and maps all remaining values with *", async () => {
    const valueMaps = { note: { fat: { weight: 40 }, "": { weight: 1 }, "*": {} } };
    expect(await attributesOf("note,weight", ["fat,", "fat,3", ",", "thin,"], { valueMaps })).toEqual([
      { weight: 40 },
      { weight: 3 },
      { weight: 1 },
      {},
    ]);
  });

  it("refuses unmapped values if it has no *, unless the attribute of the column accepts them", async () => {
    const valueMaps = { note: { fat: { weight: 40 } }, Sex: { X: {} } };
    expect(await attributesOf("note,Sex", ["thin,f", "fat,Q"], { valueMaps })).toEqual([
      'note "thin" is not in the map of its values, which has no entry for *',
      'Sex must be one of female, male, not "Q"',
    ]);
  });

  it("refuses a row in which two columns set different values, unless the attribute's own column has one", async () => {
    const valueMaps = { a: { x: { weight: 1 }, "*": {} }, b: { x: { weight: 2 }, y: { weight: 1 }, "*": {} } };
    expect(await attributesOf("a,b,weight", ["x,x,", "x,y,", "x,x,5", "z,x,"], { valueMaps })).toEqual([
      "b and a set different values of weight",
      { weight: 1 },
      { weight: 5 },
      { weight: 2 },
    ]);
  });

  it("maps each value of a cell with several values, and sets a repeated value only once", async () => {
    const valueMaps = {
      Colours: { "B/W": { colours: ["black", "white"] }, Tux: { colours: ["black"], breed: "Tuxedo" } },
    };
    expect(await attributesOf("Colours", ["b/w", "tux;White", "black;Tux", "Tux;red"], { valueMaps })).toEqual([
      { colours: ["black", "white"] },
      { colours: ["black", "white"], breed: "Tuxedo" },
      { colours: ["black"], breed: "Tuxedo" },
      'Colours must be one of black, white, not "red"',
    ]);
  });

  it("with update, clears an attribute whose own column is empty, and keeps one that has no own column", async () => {
    const valueMaps = { note: { fat: { weight: 40 }, "*": {} } };
    const file = (row: string) => `name,category,externalId,Sex,note\nRex,Dog,A-1,${row}\n`;
    await send(file("Neutered Male,fat"), { valueMaps, update: true });
    await send(file(",thin"), { valueMaps, update: true });
    const [pet] = await api.database.db.pet.findMany();
    const { body } = await api.send(`GET /v1/pets/${Number(pet?.id)}/profile`, { key });
    expect(body).toMatchObject({ attributes: { neutered: true, weight: 40 } });
  });

  it.each([
    [
      { Sex: { X: { sex: "both" } } },
      "/valueMaps/Sex/X/sex",
      'body.valueMaps.Sex.X.sex must be one of female, male, not "both"',
    ],
    [
      { "S.x": { "a/b": { weight: 51 } } },
      "/valueMaps/S.x/a~1b/weight",
      "body.valueMaps.S.x.a/b.weight must be an integer of at most 50, not 51",
    ],
    [
      { Sex: { X: { neutered: "yes" } } },
      "/valueMaps/Sex/X/neutered",
      'body.valueMaps.Sex.X.neutered must be true or false, not "yes"',
    ],
    [
      { Sex: { X: { size: "big" } } },
      "/valueMaps/Sex/X/size",
      "body.valueMaps.Sex.X.size is not an attribute of this store",
    ],
    [{ Sex: { É: {}, e: {} } }, "/valueMaps/Sex/e", 'body.valueMaps.Sex.e means the same value as "É"; remove one'],
  ] as const)("is refused if it is %j, and then nothing is imported", async (valueMaps, pointer, detail) => {
    expect(await send("name,category,Sex,S.x\nRex,Dog,X,\n", { valueMaps })).toMatchObject({
      status: 400,
      body: { message: detail },
    });
  });

  it("is refused for a column that the file lacks, and the error lists the columns of the file", async () => {
    expect(await send("name,category\nRex,Dog\n", { valueMaps: { Sex: {} } })).toMatchObject({
      status: 400,
      body: {
        message: expect.stringContaining(
          'no column "Sex", although body.valueMaps maps its values; its columns are "name", "category"',
        ),
      },
    });
  });

  it("keeps its column out of the list of unknown columns", async () => {
    const { unknownColumns } = await check("name,category,note,tag\nRex,Dog,x,y\n", {
      valueMaps: { note: { "*": {} } },
    });
    expect(unknownColumns.map(({ column }) => column)).toEqual(["tag"]);
  });

  it("cannot set an attribute that pets of the category do not have", async () => {
    const { id } = await api.database.db.category.create({ data: { name: "Cat" } });
    const lives = { name: "lives", label: "Lives", type: "number", categoryIds: [id] };
    expect((await api.send("POST /v1/attributes", { key, body: lives })).status).toBe(201);
    const valueMaps = { note: { all: { lives: 9 } } };
    const { badRows } = await check("name,category,note\nMimi,Cat,all\nRex,Dog,all\n", { valueMaps });
    expect(badRows).toMatchObject([{ line: 3, problem: expect.stringContaining("lives must be empty") }]);
    await api.database.db.attribute.deleteMany({ where: { name: "lives" } });
  });
});

describe("the values that a dry run lists", () => {
  it("start with the values that have no meaning, and otherwise with the most frequent ones", async () => {
    const rows = ["M", "m ", "x", "female", "Q", "q", "FEMALE", "f", "", "F"].map((sex) => `Rex,Dog,${sex},yes\n`);
    const { values } = await check(`name,category,Sex,Neutered\n${rows.join("")}`);
    expect(values).toEqual([
      {
        ...{ column: "Sex", attribute: "sex", hasMore: false },
        values: [
          { value: "Q", count: 2, sets: null },
          { value: "x", count: 1, sets: null },
          { value: "M", count: 2, sets: { sex: "male" } },
          { value: "female", count: 2, sets: { sex: "female" } },
          { value: "f", count: 2, sets: { sex: "female" } },
        ],
      },
      {
        ...{ column: "Neutered", attribute: "neutered", hasMore: false },
        values: [{ value: "yes", count: 10, sets: { neutered: true } }],
      },
    ]);
  });

  it("are at most 100 for each column, those without a meaning first, and say whether there are more", async () => {
    const rows = Array.from({ length: 150 }, (_, at) => `Rex,Dog,v${at}\n`).join("");
    const { values } = await check(`name,category,note\n${rows}Rex,Dog,zz\n`, {
      valueMaps: { note: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`v${at}`, {}])) },
    });
    const [note] = values;
    expect([note?.hasMore, note?.values.length, note?.values[0]]).toEqual([
      true,
      100,
      { value: "zz", count: 1, sets: null },
    ]);
  });

  it("include each value of a cell that contains several", async () => {
    const { values } = await check("name,category,Colours\nRex,Dog,black;white\nRex,Dog,White\n");
    expect(values[0]?.values.map(({ value, count }) => [value, count])).toEqual([
      ["white", 2],
      ["black", 1],
    ]);
  });
});

describe("a phrase about the sex", () => {
  it.each([
    ["Neutered Male", { sex: "male", neutered: true }],
    ["SPAYED FEMALE", { sex: "female", neutered: true }],
    ["Intact Female", { sex: "female", neutered: false }],
    ["Male/Neutered", { sex: "male", neutered: true }],
    ["Male (altered)", { sex: "male", neutered: true }],
    ["männlich kastriert", { sex: "male", neutered: true }],
    ["Hündin, nicht kastriert", { sex: "female", neutered: false }],
    ["Hembra esterilizada", { sex: "female", neutered: true }],
    ["macho sin castrar", { sex: "male", neutered: false }],
    ["Mâle castré", { sex: "male", neutered: true }],
    ["femelle non stérilisée", { sex: "female", neutered: false }],
    ["Unaltered", { neutered: false }],
  ])("%s means %j, even in a column other than that of the sex", (text, said) => {
    expect([readSexPhrase(text, true), readSexPhrase(text, false)]).toEqual([said, said]);
  });

  it.each([
    ["M/N", { sex: "male", neutered: true }],
    ["mn", { sex: "male", neutered: true }],
    ["FS", { sex: "female", neutered: true }],
    ["F/I", { sex: "female", neutered: false }],
    ["N", { sex: "male", neutered: true }],
    ["S", { sex: "female", neutered: true }],
  ])("%s is read as a code only in a column of the sex", (text, said) => {
    expect([readSexPhrase(text, true), readSexPhrase(text, false)]).toEqual([said, undefined]);
  });

  it.each(["Died", "Euthanasia", "Unknown Male?", "male female", "", "Lab"])("is not %j", (text) => {
    expect(readSexPhrase(text, true)).toBeUndefined();
  });

  it("sets no attribute that the store does not have", async () => {
    await api.database.db.attribute.updateMany({ where: { name: "neutered" }, data: { isArchived: true } });
    expect(await attributesOf("Sex", ["Neutered Male"])).toEqual([{ sex: "male" }]);
    await api.database.db.attribute.updateMany({ where: { name: "neutered" }, data: { isArchived: false } });
  });
});
