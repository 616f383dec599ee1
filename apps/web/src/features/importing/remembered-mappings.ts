import { PetStatus } from "@petstore/contract/schemas";
import { z } from "zod";
import { createPreference } from "../../lib/preferences";
import { guessColumns, type Mapping } from "./mapping";
import type { CsvFile } from "./read-file";

const MAX_REMEMBERED = 20;

const Remembered = z.array(
  z.object({
    header: z.array(z.string()),
    mapping: z.object({
      columns: z.object({ name: z.string(), fallbackName: z.string(), category: z.string(), status: z.string() }),
      statuses: z.record(z.string(), PetStatus),
    }),
  }),
);

const remembered = createPreference("import-mappings", (stored) => Remembered.safeParse(stored).data ?? []);

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other);

/** What was chosen for the last file with the same columns, or a guess. */
export const firstMapping = (file: CsvFile): { readonly mapping: Mapping; readonly isRemembered: boolean } => {
  const found = remembered.get().find(({ header }) => isSame(header, file.header));
  if (found !== undefined) return { mapping: found.mapping, isRemembered: true };
  return { mapping: { columns: guessColumns(file), statuses: {} }, isRemembered: false };
};

export const rememberMapping = ({ header }: CsvFile, mapping: Mapping): void => {
  const others = remembered.get().filter((one) => !isSame(one.header, header));
  remembered.set([{ header: [...header], mapping: { ...mapping } }, ...others].slice(0, MAX_REMEMBERED));
};
