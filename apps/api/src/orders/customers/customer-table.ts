import { Customer } from "@petstore/contract/routes";
import { Prisma } from "../../generated/client.js";
import { contains } from "../../operation/listing/contains.js";
import { snakeCase } from "../../database/snake-case.js";
import type { RecordChange } from "../../operation/audit-trail.js";
import { shapeRow } from "../../operation/shape-row.js";

/** The columns of the contract's fields, each with the name of its field. */
export const customerColumns = Prisma.raw(
  Object.keys(Customer.shape)
    .map((field) => `${snakeCase(field)} AS "${field}"`)
    .join(", "),
);

export const toCustomer = shapeRow(Customer);

/** One row of `customer` as JSON. */
export const customerJson = Prisma.sql`(SELECT row_to_json(one) FROM (SELECT ${customerColumns}) AS one)`;

/** Converts the times, which PostgreSQL writes in another format. */
export const fromCustomerJson = (json: Customer): Customer =>
  toCustomer({ ...json, createdAt: new Date(json.createdAt), updatedAt: new Date(json.updatedAt) });

/** Returns the only data that the audit trail keeps about a person, because the trail is never erased. */
export const recordedCustomer = ({ id, createdAt, updatedAt }: Customer) => ({ id, createdAt, updatedAt });

/** Records changes of customers without personal data. */
export const withoutPersonalData =
  (record: RecordChange): RecordChange =>
  ({ before, after, ...entry }) =>
    record({
      ...entry,
      before: recordedCustomer(before as Customer),
      after: recordedCustomer(after as Customer),
    });

/** Returns what a search looks for: a number (as in `#5`), a text that is long enough for trigrams, or both. */
export const searchedFor = (q: string) => ({
  number: /^#?([0-9]{1,16})$/.exec(q)?.[1],
  text: Array.from(q).length < 3 ? undefined : q,
});

/** Whether a row of `customer` contains a text, or the same telephone number in another spelling. */
export const customerHas = (text: string): Prisma.Sql => {
  const digits = /^[0-9+()./ -]+$/.test(text) ? text.replaceAll(/[^0-9]/g, "") : "";
  const texts = digits.length < 3 || digits === text ? [text] : [text, digits];
  return Prisma.join(
    texts.map((one) => contains(Prisma.sql`found_by`, one)),
    " OR ",
    "(",
    ")",
  );
};
