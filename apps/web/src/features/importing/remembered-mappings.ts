import { PetImport, PetStatus } from "@petstore/contract/schemas";
import { z } from "zod";
import { createPreference } from "../../lib/page/preferences";
import type { Columns } from "./import-fields";
import { guessColumns, type Mapping } from "./mapping";
import { recognise } from "./presets";
import type { CsvFile } from "./read-file";

const MAX_REMEMBERED = 20;

const Remembered = z.array(
  z.object({
    header: z.array(z.string()),
    mapping: z.object({
      columns: z.record(z.string(), z.string()),
      statuses: z.record(z.string(), PetStatus),
      attributes: z.record(z.string(), z.string()).optional(),
      isUpdating: z.boolean().optional(),
      dates: PetImport.shape.dates,
      decimal: PetImport.shape.decimal,
    }),
  }),
);

const remembered = createPreference("import-mappings", (stored) => Remembered.safeParse(stored).data ?? []);

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

/** Guesses the columns that the remembered mapping lacks because imports did not read them at that time. */
const completed = (guessed: Columns, chosen: Readonly<Record<string, string>>): Columns =>
  Object.fromEntries(Object.entries(guessed).map(([column, label]) => [column, chosen[column] ?? label])) as Columns;

export type FirstMapping = {
  readonly mapping: Mapping;
  readonly isRemembered: boolean;
  /** The product that wrote the file, if it was recognised. */
  readonly product?: string;
};

/**
 * Returns the mapping that was chosen for the last file with the same columns. Otherwise it uses what is known about
 * files of the same product, or guesses.
 */
export const firstMapping = (file: CsvFile): FirstMapping => {
  const found = remembered.get().find(({ header }) => isSame(header, file.header));
  const columns = guessColumns(file);
  if (found !== undefined) {
    return { mapping: { ...found.mapping, columns: completed(columns, found.mapping.columns) }, isRemembered: true };
  }
  const known = recognise(file);
  if (known === undefined) return { mapping: { columns, statuses: {} }, isRemembered: false };
  const { product, ...mapping } = known;
  return { mapping: { ...mapping, columns: { ...columns, ...mapping.columns } }, isRemembered: false, product };
};

export const rememberMapping = ({ header }: CsvFile, mapping: Mapping): void => {
  const others = remembered.get().filter((one) => !isSame(one.header, header));
  remembered.set([{ header: [...header], mapping: { ...mapping } }, ...others].slice(0, MAX_REMEMBERED));
};
