import { type PetFieldName, petFieldNames } from "../../../lib/pets/pet-fields";

/** Whether the table of animals has a column of each field. Otherwise only the drawer shows the field. */
const isColumn: Readonly<Record<PetFieldName, boolean>> = { name: true, categoryId: true, status: true };

/** The fields of every animal that the table and the cards show. */
export const shownFields = petFieldNames.filter((name) => isColumn[name]);
