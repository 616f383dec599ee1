import { contract, MAX_ATTRIBUTES, type PetImportDryRun } from "@petstore/contract/routes";
import { InvalidArgumentError } from "commander";
import { OperatorError } from "../config/operator-error.js";
import type { Database } from "../database/open-database.js";
import { queryOf, queryOfPool } from "../database/query.js";
import { createCursors } from "../operation/listing/cursors.js";
import { attributeResource } from "../pets/attributes/attribute-resource.js";
import { createAttribute } from "../pets/attributes/create-attribute.js";
import { readDefinitions } from "../pets/store/attribute-table.js";
import { sharedSecret } from "../startup/shared-secret.js";
import { asOperator } from "./operator.js";

const { body: Body } = contract.attributes.createAttribute;

/** The column of each attribute, by the attribute's name. */
export type AttributeColumns = Readonly<Record<string, string>>;

/**
 * Parses an option such as `breed=Rasse`, given once for each attribute. With nothing after `=`, the attribute is left
 * out.
 */
export const addAttributeColumn = (text: string, before: AttributeColumns = {}): AttributeColumns => {
  const equals = text.indexOf("=");
  if (equals < 1) throw new InvalidArgumentError(`"${text}" must be attribute=column.`);
  const name = text.slice(0, equals).trim();
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`"${name}" is given twice.`);
  return { ...before, [name]: text.slice(equals + 1).trim() };
};

export type UnknownColumns = PetImportDryRun["unknownColumns"];

export const describeUnknown = (unknown: UnknownColumns): string =>
  unknown.map(({ attribute: { name, type } }) => `${name} (${type})`).join(", ");

/** Defines an attribute for each column, either for all or for none. @returns The columns of the new attributes. */
export const defineAttributes = async (database: Database, unknown: UnknownColumns): Promise<AttributeColumns> => {
  const cursors = createCursors(await sharedSecret(queryOfPool(database.pool), "cursor"));
  const create = createAttribute(attributeResource({ database, cursors }));
  await asOperator(database.db, async (change) => {
    const { length } = await readDefinitions(queryOf(change.tx));
    if (length + unknown.length > MAX_ATTRIBUTES) {
      throw new OperatorError(
        "conflict",
        `The store would have ${length + unknown.length} attributes, but the maximum is ${MAX_ATTRIBUTES};`,
        "remove columns from the file.",
      );
    }
    for (const { attribute } of unknown) await create({ body: Body.parse(attribute) }, change);
  });
  return Object.fromEntries(unknown.map(({ column, attribute }) => [attribute.name, column]));
};
