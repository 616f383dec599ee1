import { describe, expect, it } from "vitest";
import { recognise } from "./presets";
import { isProblem, readFile } from "./read-file";
import { guessStatus } from "./statuses";

const read = async (header: string, ...rows: readonly string[]) => {
  const file = await readFile(new File([[header, ...rows].join("\n")], "a.csv"), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

describe("a file of another product", () => {
  it.each([
    [
      "Shelterluv",
      "Animal ID,Name,Species,Primary Breed,Sex,Age (Y/M/D),Altered in Care,Current Status",
      {
        name: "Name",
        fallbackName: "Animal ID",
        category: "Species",
        externalId: "Animal ID",
        status: "Current Status",
      },
    ],
    [
      "Shelterluv",
      "Name,Animal ID,Species,Kennel Card / Website Memo",
      { name: "Name", fallbackName: "Animal ID", category: "Species", externalId: "Animal ID" },
    ],
    [
      "PetPoint",
      "Animal #,ARN,Animal Name,Species,Primary Breed,Intake Type,Outcome Type",
      {
        name: "Animal Name",
        fallbackName: "Animal #",
        category: "Species",
        externalId: "Animal #",
        status: "Outcome Type",
      },
    ],
    [
      "Animal Shelter Manager",
      "ANIMALID,ANIMALCODE,ANIMALLITTER,ANIMALNAME,ANIMALSEX,ANIMALSPECIES,MOVEMENTTYPE",
      {
        name: "ANIMALNAME",
        fallbackName: "ANIMALCODE",
        category: "ANIMALSPECIES",
        externalId: "ANIMALCODE",
        status: "MOVEMENTTYPE",
      },
    ],
    [
      "RescueGroups",
      "Status,Species,Name,General Age,Sex,Color (General)",
      { name: "Name", category: "Species", status: "Status" },
    ],
  ])("a file of %s is recognised by its header", async (product, header, columns) => {
    const row = header.replaceAll(/[^,]+/g, "x");
    expect(recognise(await read(header, row))).toMatchObject({ product, columns, statuses: {} });
  });

  it("is recognised if it is PetPoint's extended report with a title and other column names", async () => {
    const report = await read(
      "Animal Intake With Results Extended,,,,",
      "Printed 4/25/2019,,,,",
      ",,,,",
      "Animal ID,ARN,Animal Name,Animal Type,Species,Primary Breed,Secondary Breed,Gender,Altered,Date Of Birth,Stage,Location,Microchip Number",
      "A1,,Rex,Dog,Dog,Terrier,Mix,M,Yes,6/12/2018,Released,Kennel 4,982000000000001",
    );
    expect([report.headerLine, recognise(report)]).toEqual([
      4,
      {
        product: "PetPoint",
        columns: {
          ...{ name: "Animal Name", fallbackName: "Animal ID", category: "Species", externalId: "Animal ID" },
          status: "Stage",
        },
        attributes: {
          ...{ breed: "Primary Breed", second_breed: "Secondary Breed", microchip: "Microchip Number" },
          ...{ sex: "Gender", neutered: "Altered", born_on: "Date Of Birth", location: "Location" },
        },
        statuses: {},
      },
    ]);
    const inventory = await read(
      "Animal #,ARN,Animal Name,Species,Primary Breed,Sex,Spayed/Neutered,Date Of Birth,Primary Colour,Stage,Location",
      "A1,,Rex,Dog,Terrier,M,Y,6/12/2018,Black,Available,Kennel 4",
    );
    expect(recognise(inventory)).toMatchObject({
      columns: { externalId: "Animal #", status: "Stage" },
      attributes: { sex: "Sex", neutered: "Spayed/Neutered", colours: "Primary Colour" },
    });
  });

  it("has each column of Animal Shelter Manager's export mapped if a new store has its field", async () => {
    const ofField = {
      ...{ breed: "BREED1", second_breed: "BREED2", sex: "SEX", born_on: "DOB", colours: "COLOR" },
      ...{ neutered: "NEUTERED", house_trained: "HOUSETRAINED", good_with_children: "GOODWITHKIDS" },
      ...{ good_with_dogs: "GOODWITHDOGS", good_with_cats: "GOODWITHCATS", microchip: "MICROCHIP" },
      ...{ location: "LOCATION", description: "DESCRIPTION" },
    };
    const others =
      "ID,CODE,LITTER,NAME,TYPE,WEIGHT,UNIT,SPECIES,WARNING,HIDDENDETAILS,HEALTHPROBLEMS,MARKINGS,REASONFORENTRY," +
      "NEUTEREDDATE,MICROCHIPDATE,ENTRYDATE,DECEASEDDATE,DECEASEDREASON,DECEASEDNOTES,EUTHANIZED,JURISDICTION," +
      "PICKUPLOCATION,PICKUPADDRESS,ENTRYCATEGORY,NOTFORADOPTION,NONSHELTER,TRANSFER,IMAGE,PDFNAME,PDFDATA";
    const headerOf = (...names: readonly string[]) => names.map((name) => `ANIMAL${name}`).join();
    const expected = Object.fromEntries(Object.entries(ofField).map(([name, column]) => [name, `ANIMAL${column}`]));
    const exported = headerOf(...others.split(","), ...Object.values(ofField));
    expect(recognise(await read(exported, exported))?.attributes).toEqual(expected);
    // Files that were written for its import may have more columns, and earlier versions have comments.
    const imported = headerOf(..."CODE,NAME,SPECIES,ENTRYDATE,COMMENTS,SIZE,COATTYPE".split(","));
    expect(recognise(await read(imported, imported))?.attributes).toEqual({
      ...{ description: "ANIMALCOMMENTS", size: "ANIMALSIZE", coat: "ANIMALCOATTYPE" },
    });
  });

  it("has its columns mapped to the fields of a new store, if the store has them", async () => {
    const file = await read("Animal #,ARN,Animal Name,Species,primary breed,Location", "1,,Rex,Dog,Mix,K1");
    expect(recognise(file)?.attributes).toEqual({ breed: "primary breed", location: "Location" });
  });

  it("has its external id mapped, if it is from RescueGroups and has one", async () => {
    const file = await read("Animal ID,Status,Species,Name,General Age", "1,Adopted,Dog,Rex,Young");
    expect(recognise(file)?.columns).toMatchObject({ externalId: "Animal ID" });
  });

  it.each([
    "name,category,status,externalId",
    "Animal ID,Name,Species,Breed,Outcome Type",
    "Name,Species,Status",
    "Animal #,Animal Name,Species",
  ])("is not recognised in %s", async (header) => {
    expect(recognise(await read(header, header))).toBeUndefined();
  });

  it.each([
    ["Animal ID,Name,Species,Age (Y/M/D),Current Status", "Healthy In Home", "sold"],
    ["Animal ID,Name,Species,Age (Y/M/D),Current Status", "Available For Adoption", "available"],
    ["Animal #,ARN,Animal Name,Species,Outcome Type", "Transfer Out", "sold"],
    ["Animal ID,ARN,Animal Name,Species,Stage", "Stray Hold", "pending"],
    ["Animal ID,ARN,Animal Name,Species,Stage", "Released", undefined],
    ["ANIMALCODE,ANIMALLITTER,ANIMALNAME,ANIMALSPECIES,MOVEMENTTYPE", "2", "pending"],
    // An animal that died in the shelter has no movement either, so 0 tells nothing.
    ["ANIMALCODE,ANIMALLITTER,ANIMALNAME,ANIMALSPECIES,MOVEMENTTYPE", "0", undefined],
    ["Name,Species,General Age,x,Status", "Passed Away", undefined],
    ["Name,Species,General Age,x,Status", "Transferred", "sold"],
    ["Name,Species,General Age,x,Status", "Adoption Pending", "pending"],
  ])("a file with the columns %s maps the status %s to %s", async (header, word, status) => {
    const found = recognise(await read(header, `a,b,c,d,${word}`));
    expect(found?.statuses[word] ?? guessStatus(word)).toBe(status);
  });
});
