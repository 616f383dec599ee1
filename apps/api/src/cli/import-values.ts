import { type Attribute, contract, type PetImportDryRun, type ValueMaps } from "@petstore/contract/routes";
import { OperatorError } from "../config/operator-error.js";
import type { Database } from "../database/open-database.js";
import { queryOf, queryOfPool } from "../database/query.js";
import { noHeaders } from "../operation/put-back.js";
import { createCursors } from "../operation/listing/cursors.js";
import { attributeResource } from "../pets/attributes/attribute-resource.js";
import { updateAttribute } from "../pets/attributes/update-attribute.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { sharedSecret } from "../startup/shared-secret.js";
import { asOperator } from "./operator.js";
import { count, plural } from "./words.js";

const { body: Body } = contract.attributes.updateAttribute;

type ColumnValues = PetImportDryRun["values"][number];

const MAX_NAMED = 20;

const unknownOf = ({ values }: ColumnValues) => values.filter(({ sets }) => sets === null);

/** Says which values have no known meaning, a sentence for each column. */
export const describeValues = (columns: readonly ColumnValues[]): readonly string[] =>
  columns.flatMap((one) => {
    const unknown = unknownOf(one);
    if (unknown.length === 0) return [];
    const named = unknown.slice(0, MAX_NAMED).map(({ value, count: rows }) => `"${value}" (${plural(rows, "row")})`);
    const more = unknown.length > named.length ? ` and ${count(unknown.length - named.length)} more` : "";
    return [
      `The import does not know what these values of "${one.column}" mean; --mapping can map them: ${named.join(", ")}${more}.`,
    ];
  });

/** Values to add to the options of an attribute. */
type NewOptions = { readonly column: string; readonly attribute: Attribute; readonly values: readonly string[] };

/** Finds the values that are not yet options of the choices whose columns have them. */
export const findNewOptions = async (database: Database, columns: readonly ColumnValues[]): Promise<NewOptions[]> => {
  const attributes = await readDefinitions(queryOfPool(database.pool));
  return columns.flatMap((one) => {
    const attribute = attributes.find(({ name }) => name === one.attribute);
    const values = unknownOf(one).map(({ value }) => value);
    const isChosen = attribute?.type === "choice" || attribute?.type === "choices";
    return isChosen && values.length > 0 ? [{ column: one.column, attribute, values }] : [];
  });
};

export const describeOptions = (added: readonly NewOptions[]): string =>
  added
    .map(({ attribute, values }) => `${attribute.name} (${values.map((value) => `"${value}"`).join(", ")})`)
    .join(", ");

/** Returns maps in which the new options set nothing, to find out what else is wrong with a file. */
export const mapsWithout = (maps: ValueMaps, added: readonly NewOptions[]): ValueMaps => ({
  ...maps,
  ...Object.fromEntries(
    added.map(({ column, values }) => [
      column,
      { ...maps[column], ...Object.fromEntries(values.map((value) => [value, {}])) },
    ]),
  ),
});

/** Adds the options, either to all attributes or to none. */
export const addOptions = async (database: Database, added: readonly NewOptions[]): Promise<void> => {
  const cursors = createCursors(await sharedSecret(queryOfPool(database.pool), "cursor"));
  const update = updateAttribute(attributeResource({ database, cursors }));
  const bodies = added.map(({ attribute: { id, name, options }, values }) => {
    const body = Body.safeParse({ options: [...options, ...values.map((value) => ({ value, label: value }))] });
    if (body.success) return { id, body: body.data };
    const problems = body.error.issues.map(({ message }) => message).join("; ");
    throw new OperatorError(
      "conflict",
      `These values cannot be added to the options of ${name}, because they ${problems};`,
      "map them with --mapping.",
    );
  });
  await asOperator(database.db, async (change) => {
    const current = new Map((await readDefinitions(queryOf(change.tx))).map((one) => [one.id, one.updatedAt]));
    for (const { attribute } of added) {
      if (current.get(attribute.id) === attribute.updatedAt) continue;
      throw new OperatorError("conflict", "Attributes changed in the meantime;", "run the import again.");
    }
    for (const { id, body } of bodies)
      await update({ params: { attributeId: id }, query: {}, headers: noHeaders, body }, change);
  });
};
