import { Attribute, PetImport, PetStatus } from "@petstore/contract/schemas";
import { z } from "zod";
import { createPreference } from "../../lib/page/preferences";
import type { Mapping } from "./mapping";
import { recognise } from "./presets";
import type { CsvFile } from "./read-file";

const MAX_REMEMBERED = 20;

const { type, decimals, options } = Attribute.shape;

const Remembered = z.object({
  header: z.array(z.string()),
  mapping: z.object({
    places: z.record(z.string(), z.string()),
    fallbackName: z.string().optional(),
    statuses: z.record(z.string(), PetStatus),
    values: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).optional(),
    // The stored values are not checked by the rules of the fields, because a person may still be typing.
    newFields: z
      .record(
        z.string(),
        z.object({ column: z.string(), name: z.string(), label: z.string(), type, decimals, options }),
      )
      .optional(),
    isUpdating: z.boolean().optional(),
    dates: PetImport.shape.dates,
    decimal: PetImport.shape.decimal,
  }),
});

/** Leaves out the choices that another version has stored in another form. */
const parse = (stored: unknown) =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => Remembered.safeParse(one).data ?? []);

const remembered = createPreference("import-choices", parse);

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

export type FirstMapping = {
  readonly mapping: Mapping;
  readonly isRemembered: boolean;
  /** The product that wrote the file, if it was recognised. */
  readonly product?: string;
};

/**
 * Returns the choices for the last file with the same columns. If there are none, it returns the statuses that are
 * known for the product that wrote the file.
 */
export const firstMapping = (file: CsvFile): FirstMapping => {
  const found = remembered.get().find(({ header }) => isSame(header, file.header));
  const known = recognise(file);
  const product = known === undefined ? {} : { product: known.product };
  if (found !== undefined) return { mapping: found.mapping, isRemembered: true, ...product };
  return { mapping: { places: {}, statuses: known?.statuses ?? {} }, isRemembered: false, ...product };
};

/** Stores the choices of a person, so that they apply again after a reload and to the next file with these columns. */
export const rememberMapping = ({ header }: CsvFile, mapping: Mapping): void => {
  const others = remembered.get().filter((one) => !isSame(one.header, header));
  remembered.set([{ header: [...header], mapping: { ...mapping } }, ...others].slice(0, MAX_REMEMBERED));
};
