import type { PetStatus } from "@petstore/contract/schemas";
import type { Columns } from "./import-fields";
import type { Mapping } from "./mapping";
import type { CsvFile } from "./read-file";

/** Describes the files that another product writes. docs/decisions/0087-other-tables.md lists the sources. */
type Preset = {
  readonly product: string;
  /** The columns that every such file has, by the fields that they hold. */
  readonly columns: Partial<Columns>;
  /** A file must have at least one of these columns, because other products use the columns above too. */
  readonly oneOf: readonly string[];
  /** Columns that only some of its files have. */
  readonly optional?: Partial<Columns>;
  /**
   * The columns for the attributes that every new store defines, by the name of the attribute. Dates are left out,
   * because their formats vary from file to file.
   */
  readonly attributes: Readonly<Record<string, string>>;
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
    columns: { name: "Animal Name", fallbackName: "Animal #", category: "Species", externalId: "Animal #" },
    oneOf: ["ARN", "Intake Type", "Outcome Type"],
    optional: { status: "Outcome Type" },
    attributes: { ...breedsAndChip, location: "Location" },
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
      microchip: "ANIMALMICROCHIP",
      location: "ANIMALLOCATION",
      description: "ANIMALDESCRIPTION",
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

/** Returns the columns that the file has, in the file's own spelling. */
const present = (
  labels: Readonly<Partial<Record<string, string>>>,
  find: (label: string) => string | undefined,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, label = ""]) => {
      const own = find(label);
      return own === undefined ? [] : [[name, own] as const];
    }),
  );

export type Recognised = Pick<Preset, "product" | "statuses"> &
  Required<Pick<Mapping, "attributes">> & {
    readonly columns: Partial<Columns>;
  };

/** Finds the product that wrote the file, and what its columns and values mean. */
export const recognise = ({ header, values }: Pick<CsvFile, "header" | "values">): Recognised | undefined => {
  const labels = new Map(header.map((label) => [label.toLowerCase(), label]));
  const find = (label: string) => labels.get(label.toLowerCase());
  const has = (label: string) => find(label) !== undefined;
  const found = presets.find(({ columns, oneOf }) => Object.values(columns).every(has) && oneOf.some(has));
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
