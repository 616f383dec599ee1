import type { PetStatus } from "@petstore/contract/schemas";
import type { Columns } from "./import-fields";
import type { CsvFile } from "./read-file";

/**
 * The names of columns, by the field that they contain. If a file has several of the names, the first one in the list
 * counts.
 */
type Names = Readonly<Partial<Record<string, string | readonly string[]>>>;

/** Describes the files that another product writes. docs/decisions/0087-other-tables.md lists the sources. */
type Preset = {
  readonly product: string;
  /** The columns that every such file has, by the fields that they hold. A report may call one in several ways. */
  readonly columns: Names;
  /** A file must have at least one of these columns, because other products use the columns above too. */
  readonly oneOf: readonly string[];
  /** Columns that only some of its files have. */
  readonly optional?: Names;
  /** The columns for the attributes that every new store defines, by the name of the attribute. */
  readonly attributes: Names;
  /** The product's words for a status, in lower case, that could not be guessed. */
  readonly statuses: Readonly<Record<string, PetStatus>>;
};

const breedsAndChip = {
  breed: "Primary Breed",
  second_breed: "Secondary Breed",
  microchip: "Microchip Number",
} as const;

const presets: readonly Preset[] = [
  {
    product: "Shelterluv",
    columns: { name: "Name", fallbackName: "Animal ID", category: "Species", externalId: "Animal ID" },
    oneOf: ["Age (Y/M/D)", "Altered In Care", "Kennel Card / Website Memo", "Kennel Card / Web Site Memo"],
    optional: { status: "Current Status" },
    attributes: { ...breedsAndChip, location: "Current Location", description: "Kennel Card / Website Memo" },
    statuses: {
      "healthy in home": "sold",
      "transferred out": "sold",
      "released to colony": "sold",
      "released to wild": "sold",
      "released to colony / wild": "sold",
    },
  },
  {
    product: "PetPoint",
    columns: {
      name: "Animal Name",
      fallbackName: ["Animal #", "Animal ID"],
      category: "Species",
      externalId: ["Animal #", "Animal ID"],
    },
    oneOf: ["ARN", "Intake Type", "Outcome Type"],
    // An animal that has left has an outcome. An animal that is still there is at a stage, such as "Available" or
    // "Stray Hold". A person has to say what "Released" means, because animals that died have this stage too.
    optional: { status: ["Outcome Type", "Stage"] },
    attributes: {
      ...breedsAndChip,
      microchip: ["Microchip Number", "Microchip #"],
      sex: ["Sex", "Gender"],
      neutered: ["Spayed/Neutered", "Altered"],
      born_on: ["Date Of Birth", "DOB"],
      colours: ["Primary Colour", "Primary Color", "Colour", "Color"],
      location: "Location",
    },
    statuses: { "transfer out": "sold", "service out": "sold", "clinic out": "sold" },
  },
  {
    product: "Animal Shelter Manager",
    columns: {
      name: "ANIMALNAME",
      fallbackName: "ANIMALCODE",
      category: "ANIMALSPECIES",
      externalId: "ANIMALCODE",
    },
    oneOf: ["ANIMALLITTER", "ANIMALENTRYDATE", "ANIMALNONSHELTER"],
    optional: { status: "MOVEMENTTYPE" },
    attributes: {
      breed: "ANIMALBREED1",
      second_breed: "ANIMALBREED2",
      sex: "ANIMALSEX",
      born_on: "ANIMALDOB",
      size: "ANIMALSIZE",
      coat: "ANIMALCOATTYPE",
      colours: "ANIMALCOLOR",
      neutered: "ANIMALNEUTERED",
      house_trained: "ANIMALHOUSETRAINED",
      good_with_children: "ANIMALGOODWITHKIDS",
      good_with_dogs: "ANIMALGOODWITHDOGS",
      good_with_cats: "ANIMALGOODWITHCATS",
      microchip: "ANIMALMICROCHIP",
      location: "ANIMALLOCATION",
      // Earlier versions call it comments. The hidden details, health problems and warnings are not for visitors.
      description: ["ANIMALDESCRIPTION", "ANIMALCOMMENTS"],
    },
    // The numbers stand for adoption, foster, transfer, escaped, reclaimed, stolen and released. 0 is left out, because
    // it also stands for an animal that died in the shelter.
    statuses: { 1: "sold", 2: "pending", 3: "sold", 4: "sold", 5: "sold", 6: "sold", 7: "sold" },
  },
  {
    product: "RescueGroups",
    columns: { name: "Name", category: "Species", status: "Status" },
    oneOf: ["Color (General)", "General Age", "Size Potential (General)", "Description (no html)"],
    optional: { fallbackName: "Animal ID", externalId: "Animal ID" },
    attributes: { ...breedsAndChip, location: "Location", description: "Description (no html)" },
    statuses: { transferred: "sold" },
  },
];

const namesOf = (names: string | readonly string[] | undefined): readonly string[] =>
  typeof names === "string" ? [names] : (names ?? []);

/** Returns the columns that the file has, in the file's own spelling. */
const present = (all: Names, find: (label: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, names]) => {
      const own = namesOf(names).flatMap((label) => find(label) ?? [])[0];
      return own === undefined ? [] : [[name, own] as const];
    }),
  );

/**
 * The facts that are known about a file: the columns of fields and attributes, by the names of these, and the statuses
 * that its words stand for.
 */
export type Recognised = Pick<Preset, "product" | "statuses"> & {
  readonly columns: Partial<Columns>;
  readonly attributes: Readonly<Record<string, string>>;
};

/** Finds the product that wrote the file, and what its columns and values mean. */
export const recognise = ({ header, values }: Pick<CsvFile, "header" | "values">): Recognised | undefined => {
  const labels = new Map(header.map((label) => [label.toLowerCase(), label]));
  const find = (label: string) => labels.get(label.toLowerCase());
  const has = (names: string | readonly string[] | undefined) => namesOf(names).some((one) => find(one) !== undefined);
  const found = presets.find(({ columns, oneOf }) => Object.values(columns).every(has) && has(oneOf));
  if (found === undefined) return undefined;
  const { product, statuses } = found;
  const columns: Partial<Columns> = present({ ...found.columns, ...found.optional }, find);
  const words = values[header.indexOf(columns.status ?? "")] ?? [];
  const known = words.flatMap(({ value }) => {
    const one = statuses[value.toLowerCase()];
    return one === undefined ? [] : [[value, one] as const];
  });
  return { product, columns, attributes: present(found.attributes, find), statuses: Object.fromEntries(known) };
};
