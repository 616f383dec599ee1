import type * as z from "zod";

/** An entry of a list that breaks a rule of its schema. */
export class InvalidRow {
  /** What was sent. */
  readonly given: unknown;
  /** The issues of the schema. Their paths begin in the entry. */
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(given: unknown, issues: readonly z.core.$ZodIssue[]) {
    this.given = given;
    this.issues = issues;
  }
}

type Caught = { readonly input: unknown; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } };

/**
 * Returns a schema of entries that are judged one by one: an entry that breaks a rule becomes an {@link InvalidRow} and
 * does not refuse the list. The documents describe the given schema.
 */
export const judgedAlone = <Row>(row: z.ZodType<Row>): z.ZodType<Row | InvalidRow, Row> => {
  // The generator of JSON schemas asks for the value without a context, and writes it as `default`.
  const keep = (caught: Caught | undefined) => caught && new InvalidRow(caught.input, caught.error.issues);
  return row.catch(keep as never) as unknown as z.ZodType<Row | InvalidRow, Row>;
};
