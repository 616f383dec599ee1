import { Pet } from "@petstore/contract";
import { escapeLiteral } from "pg";
import { z } from "zod";
import { Prisma } from "../generated/client.js";
import { petColumnOf } from "../operation/pet-row.js";

const literal = (text: string) => Prisma.raw(escapeLiteral(text));

/** A column as JSON, between texts that are the same in every row: each `||` that is spared is felt. */
const write = (schema: z.ZodType, column: Prisma.Sql, before: string, after: string): Prisma.Sql => {
  if (schema instanceof z.ZodEnum) {
    const cases = schema.options.map(
      (option) => Prisma.sql`WHEN ${literal(String(option))} THEN ${literal(before + JSON.stringify(option) + after)}`,
    );
    return Prisma.sql`CASE ${column} ${Prisma.join(cases, " ")} END`;
  }
  const end = after === "" ? Prisma.empty : Prisma.sql` || ${literal(after)}`;
  if (schema instanceof z.ZodString) return Prisma.sql`${literal(before)} || to_json(${column})::text${end}`;
  if (schema instanceof z.ZodNumber) return Prisma.sql`${literal(before)} || ${column}::text${end}`;
  throw new TypeError(`PostgreSQL is not told how to write a property of type ${schema.def.type}.`);
};

const properties = Object.entries(Pet.shape) as [keyof Pet, z.ZodType][];

/**
 * An animal as JSON text, in SQL: made of the contract's schema, once. It is what `JSON.stringify` makes of `toPet`, to the
 * byte, so that an entity tag is the same whoever wrote the text.
 */
export const petJson: Prisma.Sql = Prisma.join(
  properties.map(([name, schema], at) =>
    write(
      schema,
      petColumnOf[name],
      `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`,
      at === properties.length - 1 ? "}" : "",
    ),
  ),
  " || ",
);
