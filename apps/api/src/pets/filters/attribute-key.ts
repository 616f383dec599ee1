import { Prisma } from "../../generated/client.js";

const SIGN = 2n ** 63n;
const ALL_BITS = 2n ** 64n - 1n;
const HEX_DIGITS = 16;

/** A number as `attribute_key` of PostgreSQL writes it: the texts have the order of the numbers. */
const numberKey = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  // -0 and 0 are one number.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  return (value < 0 ? bits ^ ALL_BITS : bits | SIGN).toString(16).padStart(HEX_DIGITS, "0");
};

/** The text of a value in a query, which is valid for the type, as `pet_attribute_value` has it. */
export const keySql = (type: string, text: string): Prisma.Sql => {
  if (type === "number") return Prisma.sql`${numberKey(Number(text))}::text`;
  return type === "text" || type === "labels" ? Prisma.sql`lower(${text}::text)` : Prisma.sql`${text}::text`;
};
