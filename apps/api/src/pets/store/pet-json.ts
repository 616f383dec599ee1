import { Pet } from "@petstore/contract/routes";
import { escapeLiteral } from "pg";
import { z } from "zod";
import { Prisma } from "../../generated/client.js";
import type { Seen } from "../../operation/principal.js";
import { petColumnOf } from "./pet-table.js";
import { profileJsonOf } from "./profile-table.js";

const literal = (text: string) => Prisma.raw(escapeLiteral(text));

const valueSql = (schema: z.ZodType, column: Prisma.Sql): Prisma.Sql => {
  if (schema instanceof z.ZodNullable) {
    return Prisma.sql`coalesce(${valueSql(schema.unwrap() as z.ZodType, column)}, 'null')`;
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return Prisma.sql`to_json(${column})::text`;
  if (schema instanceof z.ZodNumber) return Prisma.sql`${column}::text`;
  throw new TypeError(`There is no SQL for a property of type ${schema.def.type}.`);
};

/** Merges constant texts into one literal, because each `||` takes measurable time for each row. */
const propertySql = (schema: z.ZodType, column: Prisma.Sql, before: string, after: string): Prisma.Sql => {
  if (schema instanceof z.ZodEnum) {
    const cases = schema.options.map(
      (option) => Prisma.sql`WHEN ${literal(String(option))} THEN ${literal(before + JSON.stringify(option) + after)}`,
    );
    return Prisma.sql`CASE ${column} ${Prisma.join(cases, " ")} END`;
  }
  const end = after === "" ? Prisma.empty : Prisma.sql` || ${literal(after)}`;
  return Prisma.sql`${literal(before)} || ${valueSql(schema, column)}${end}`;
};

/** Returns a row as JSON text. `JSON.stringify` would write the same bytes. */
export const jsonOf = (shape: Readonly<Record<string, z.ZodType>>, columns: Readonly<Record<string, Prisma.Sql>>) => {
  const properties = Object.entries(shape);
  return Prisma.join(
    properties.map(([name, schema], at) =>
      propertySql(
        schema,
        columns[name] as Prisma.Sql,
        `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`,
        at === properties.length - 1 ? "}" : "",
      ),
    ),
    " || ",
  );
};

/** A pet as JSON, with the same bytes as `JSON.stringify(toPet(row))`, because both must have the same entity tag. */
export const petJson: Prisma.Sql = jsonOf(Pet.shape, petColumnOf);

/**
 * Returns a pet with its profile as JSON, for a relation of pets.
 * @param seen - The attributes that are included; undefined for the pet alone.
 */
export const expandedPetJson = (seen: Seen | undefined): Prisma.Sql =>
  seen === undefined
    ? petJson
    : Prisma.sql`left(${petJson}, -1) || ',"profile":' || ${Prisma.raw(profileJsonOf("id", seen))} || '}'`;
