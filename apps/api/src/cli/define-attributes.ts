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
import { plural } from "./words.js";

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

const describeType = ({ attribute: { type }, reason: { rows, values } }: UnknownColumns[number]): string =>
  type === "choice" ? `choice: ${values} different values in ${plural(rows, "row")}` : type;

export const describeUnknown = (unknown: UnknownColumns): string =>
  unknown.map((one) => `${one.attribute.name} (${describeType(one)})`).join(", ");

const otherTypes = ["text", "longText", "none"] as const;

/** The type that the operator chose for a column instead of the proposed one, by the column. */
export type OtherTypes = ReadonlyMap<string, (typeof otherTypes)[number]>;

/** Parses an option such as `Size=text`, given once for each column. */
export const addOtherType = (text: string, before: OtherTypes = new Map()): OtherTypes => {
  const equals = text.lastIndexOf("=");
  const column = text.slice(0, equals);
  const type = otherTypes.find((one) => one === text.slice(equals + 1).trim());
  if (equals < 1 || type === undefined)
    throw new InvalidArgumentError(`"${text}" must be column=type, where type is one of ${otherTypes.join(", ")}.`);
  if (before.has(column)) throw new InvalidArgumentError(`"${column}" is given twice.`);
  return new Map([...before, [column, type]]);
};

/**
 * Gives the columns the types that the operator chose, and leaves out those with none.
 * @param unknown - The proposals for the columns that have values.
 * @param ignored - All columns that the import ignores.
 * @throws OperatorError if a column is not among them, or cannot have the type
 */
export const withOtherTypes = (
  unknown: UnknownColumns,
  types: OtherTypes = new Map(),
  ignored: readonly string[] = [],
): UnknownColumns => {
  for (const [column, type] of types) {
    if (!ignored.includes(column))
      throw new OperatorError("invalid_file", `"${column}" is not an ignored column;`, "correct --define-as.");
    // A column that is empty in this file may have values in the next one, and can be ignored in both.
    if (type === "none") continue;
    const one = unknown.find((found) => found.column === column);
    if (one === undefined) {
      const problem = `"${column}" is not one of the first ${MAX_ATTRIBUTES} ignored columns with values;`;
      throw new OperatorError("invalid_file", problem, "leave it out of --define-as.");
    }
    if (type === "text" && one.attribute.type === "longText")
      throw new OperatorError("invalid_file", `"${column}" has longer texts or line breaks;`, "use longText.");
  }
  return unknown.flatMap((one) => {
    const type = types.get(one.column);
    if (type === "none") return [];
    return type === undefined
      ? [one]
      : [{ ...one, attribute: { ...one.attribute, type, decimals: null, options: [] } }];
  });
};

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
        "leave columns out with --define-as COLUMN=none, or remove them from the file.",
      );
    }
    for (const { attribute } of unknown) await create({ body: Body.parse(attribute) }, change);
  });
  return Object.fromEntries(unknown.map(({ column, attribute }) => [attribute.name, column]));
};
