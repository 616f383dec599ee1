import { Pet } from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import { z } from "zod";
import { Prisma } from "../generated/client.js";
import { petColumnOf } from "../operation/pet-row.js";

const literal = (text: string) => Prisma.raw(escapeLiteral(text));

/** Merges constant text into literals: each `||` costs measurable time per row. */
const propertySql = (schema: z.ZodType, column: Prisma.Sql, before: string, after: string): Prisma.Sql => {
  if (schema instanceof z.ZodEnum) {
    const cases = schema.options.map(
      (option) => Prisma.sql`WHEN ${literal(String(option))} THEN ${literal(before + JSON.stringify(option) + after)}`,
    );
    return Prisma.sql`CASE ${column} ${Prisma.join(cases, " ")} END`;
  }
  const end = after === "" ? Prisma.empty : Prisma.sql` || ${literal(after)}`;
  if (schema instanceof z.ZodString) return Prisma.sql`${literal(before)} || to_json(${column})::text${end}`;
  if (schema instanceof z.ZodNumber) return Prisma.sql`${literal(before)} || ${column}::text${end}`;
  throw new TypeError(`There is no SQL for a property of type ${schema.def.type}.`);
};

const properties = Object.entries(Pet.shape) as [keyof Pet, z.ZodType][];

/** A pet as JSON text, byte for byte what `JSON.stringify(toPet(row))` gives: both must have the same entity tag. */
export const petJson: Prisma.Sql = Prisma.join(
  properties.map(([name, schema], at) =>
    propertySql(
      schema,
      petColumnOf[name],
      `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`,
      at === properties.length - 1 ? "}" : "",
    ),
  ),
  " || ",
);
