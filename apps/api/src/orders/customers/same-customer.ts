import type { Customer } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import { contains } from "../../operation/listing/contains.js";

/** Shorter numbers, such as those of extensions, are often the end of another number. */
const MIN_DIGITS = 7;

/** Returns the digits of a telephone number without leading zeros and without the "(0)" that is not dialled from abroad. */
const digitsOf = (phone: string) => phone.replaceAll(/[(]0[)]|[^0-9]/g, "").replace(/^0+/, "");
const digits = Prisma.sql`ltrim(regexp_replace(phone, '[(]0[)]|[^0-9]', '', 'g'), '0')`;

/**
 * Whether two numbers are the same but for a prefix: one ends with the other. All numbers with the last digits are found
 * by the index, because `found_by` ends with the digits of the number.
 */
const phoneIs = (
  own: string,
): Prisma.Sql => Prisma.sql`(${contains(Prisma.sql`found_by`, own.slice(-MIN_DIGITS), "end")}
  AND char_length(${digits}) >= ${MIN_DIGITS}
  AND (right(${digits}, ${own.length}) = ${own} OR right(${own}, char_length(${digits})) = ${digits}))`;

/**
 * The condition for rows of `customer` that may be the same person as a customer. An e-mail address is no reason: no
 * other customer has the same one, and a similar one may be another person's.
 */
export const mayBe = ({ id, name, phone }: Pick<Customer, "id" | "name" | "phone">): Prisma.Sql => {
  const own = digitsOf(phone ?? "");
  const reasons = [
    // `found_by` begins with the name and a line break. The index finds no name without a letter or a digit.
    ...(/[\p{L}\p{N}]/u.test(name) ? [contains(Prisma.sql`found_by`, `${name}\n`, "start")] : []),
    ...(own.length < MIN_DIGITS ? [] : [phoneIs(own)]),
  ];
  return reasons.length === 0
    ? Prisma.sql`false`
    : Prisma.sql`(id <> ${id}::bigint AND (${Prisma.join(reasons, " OR ")}))`;
};
