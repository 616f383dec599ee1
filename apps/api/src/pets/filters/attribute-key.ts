import { Prisma } from "../../generated/client.js";

const SIGN = 2n ** 63n;
const ALL_BITS = 2n ** 64n - 1n;
const HEX_DIGITS = 16;

/**
 * Writes a number in the same form as PostgreSQL's function `attribute_key`. These texts have the same order as the
 * numbers.
 */
const numberKey = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  // The addition turns -0 into 0, which is the same number.
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  return (value < 0 ? bits ^ ALL_BITS : bits | SIGN).toString(16).padStart(HEX_DIGITS, "0");
};

/**
 * Returns the text under which `pet_attribute_value` stores a value that a query contains. The value must be valid for
 * the type.
 */
export const keySql = (type: string, text: string): Prisma.Sql => {
  if (type === "number") return Prisma.sql`${numberKey(Number(text))}::text`;
  return type === "text" || type === "labels" ? Prisma.sql`lower(${text}::text)` : Prisma.sql`${text}::text`;
};
