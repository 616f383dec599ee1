import type { PetImport } from "@petstore/contract/client";
import { columnWords, foldColumn } from "@petstore/contract/schemas";
import { type PetFieldName, petFieldNames, petFields } from "../../lib/pets/pet-fields";
import { fold } from "../../lib/text/fold";
import { t } from "../../texts";

export type ColumnName = keyof PetImport["columns"];

/** The column of each field; "" means that the field has no column. */
export type Columns = Readonly<Record<ColumnName, string>>;

/** The category has a column of another name, because a file may hold its name or its id. */
const columnOf = (name: PetFieldName): ColumnName => (name === "categoryId" ? "category" : name);

/** The columns that an import reads, with the headers that files use for them. */
export const importFields: readonly {
  readonly column: ColumnName;
  readonly label: string;
  readonly headers: readonly RegExp[];
}[] = [
  ...petFieldNames.map((name) => {
    const { label, headers = [new RegExp(`^${name}$`, "i")] } = petFields[name];
    return { column: columnOf(name), label, headers };
  }),
  { column: "externalId", label: t.attributes.details.externalId, headers: [/^external[ _-]?id$/i] },
];

// A file has thousands of cells that could be a label, so the words are normalised once.
const knownWords: ReadonlySet<string> = new Set(Object.values(columnWords).flat().map(foldColumn));

/** Tells whether a column with this name is recognised as one of {@link importFields}. */
export const isKnownLabel = (label: string): boolean =>
  knownWords.has(foldColumn(label)) ||
  importFields.some((field) => field.headers.some((header) => header.test(label)) || fold(field.label) === fold(label));
