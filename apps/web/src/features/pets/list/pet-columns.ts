import { type PetFieldName, petFieldNames } from "../../../lib/pets/pet-fields";

type PetColumn = {
  /** The class of the column. A column with an empty class gets the width that the others leave. */
  readonly width: string;
  /** The class while the table also shows columns of the store's own fields. */
  readonly widthBesideOthers?: string;
};

/** The column of each field in the table of animals. Null means that only the drawer shows the field. */
const petColumns: Readonly<Record<PetFieldName, PetColumn | null>> = {
  name: { width: "" },
  categoryId: { width: "w-[30%]", widthBesideOthers: "w-40" },
  status: { width: "w-36" },
};

const columns = petFieldNames.flatMap((name) => {
  const column = petColumns[name];
  return column === null ? [] : [{ name, ...column }];
});

/** The fields of every animal that the table and the cards show. */
export const shownFields = columns.map(({ name }) => name);

/** Returns the classes of the columns for {@link shownFields}. */
export const columnWidths = (isBesideOthers: boolean): readonly string[] =>
  columns.map(({ width, widthBesideOthers = width }) => (isBesideOthers ? widthBesideOthers : width));
