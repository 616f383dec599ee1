import * as z from "zod";
import { badRow, problemGroup } from "../examples.js";
import { Id } from "../http/identifiers.js";
import { growing } from "../http/rules.js";
import { PetStatus } from "./pet-status.js";

/** The maximum number of groups of problems that the answer to an import lists. */
export const MAX_PROBLEM_GROUPS = 100;

/** The number of rows that a group of problems shows. */
export const MAX_PROBLEM_EXAMPLES = 3;

/** The maximum number of options that a problem names. */
export const MAX_NAMED_OPTIONS = 20;

const Line = z.int().min(1);

const Parameters = z.strictObject({
  minimum: z
    .number()
    .optional()
    .meta({ description: "The lowest number.", examples: [0] }),
  maximum: z
    .number()
    .optional()
    .meta({ description: "The highest number, or the maximum number of characters or values.", examples: [200] }),
  decimals: z
    .int()
    .min(0)
    .optional()
    .meta({ description: "The maximum number of decimals.", examples: [1] }),
  options: z
    .array(z.string())
    .max(MAX_NAMED_OPTIONS)
    .optional()
    .meta({ description: "The values that are possible, or the first of them.", examples: [["small", "large"]] }),
  more: z
    .int()
    .min(0)
    .optional()
    .meta({ description: "How many values are possible beyond `options`.", examples: [0] }),
  character: z
    .string()
    .optional()
    .meta({ description: "The character that cannot be seen.", examples: ["U+200B ZERO WIDTH SPACE"] }),
  columns: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "The number of columns of the header.", examples: [4] }),
  otherColumn: z
    .string()
    .optional()
    .meta({ description: "The other column that sets the attribute.", examples: ["Sex"] }),
  attribute: z
    .string()
    .optional()
    .meta({ description: "The name of the attribute.", examples: ["neutered"] }),
  type: z
    .string()
    .optional()
    .meta({ description: "The type of the attribute.", examples: ["colour"] }),
  rule: z
    .string()
    .optional()
    .meta({ description: "The rule, as the end of an English sentence.", examples: ["must be a colour"] }),
  line: Line.optional().meta({ description: "The line that has the same value.", examples: [2] }),
  petId: Id.optional().meta({ description: "The pet that is in the way.", examples: [7] }),
  orderId: Id.optional().meta({ description: "The order that is in the way.", examples: [5] }),
  status: PetStatus.optional(),
  stored: z
    .string()
    .optional()
    .meta({ description: "The code that is stored, with its leading zeros.", examples: ["000123"] }),
  position: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "The number of the column, from 1.", examples: [5] }),
});
/** The parameters that a sentence about a problem needs besides the column and the value. */
export type RowProblemParameters = z.infer<typeof Parameters>;

type Names = readonly (keyof RowProblemParameters)[];

/** @param rule - The parameters that all rows with the problem share. @param row - Those that differ from row to row. */
const kind = <const Rule extends Names, const Row extends Names>(rule: Rule, row: Row) => ({ rule, row });
const plain = kind([], []);

/** Each kind of problem that a row of an import can have, by its code, and the parameters of the kind. */
export const rowProblems = {
  required: plain,
  too_long: kind(["maximum"], []),
  invalid_characters: plain,
  only_invisible: kind([], ["character"]),
  not_an_id: kind(["maximum"], []),
  category_unknown: plain,
  not_of_category: plain,
  archived: plain,
  not_a_status: kind(["options"], []),
  not_in_status_map: plain,
  not_in_value_map: plain,
  values_disagree: kind(["otherColumn", "attribute"], []),
  not_a_number: plain,
  decimal_unclear: plain,
  number_too_small: kind(["minimum"], []),
  number_too_large: kind(["maximum"], []),
  too_many_decimals: kind(["decimals"], []),
  not_a_date: plain,
  date_order_unclear: plain,
  not_a_boolean: plain,
  not_an_option: kind(["options", "more"], []),
  not_a_list: plain,
  too_many_values: kind(["maximum"], []),
  repeated_value: plain,
  unknown_type: kind(["type"], []),
  external_id_repeated: kind([], ["line"]),
  external_id_taken: kind([], ["petId"]),
  external_id_moved: kind([], ["petId"]),
  reserved: kind([], ["petId", "orderId", "status"]),
  shortened: plain,
  zeros_lost: kind([], ["stored"]),
  unclosed_quote: plain,
  stray_quote: plain,
  beyond_columns: kind(["columns"], ["position"]),
  invalid: kind(["rule"], []),
} satisfies Readonly<Record<string, { readonly rule: Names; readonly row: Names }>>;

/** The code of a kind of problem. */
export type RowProblemCode = keyof typeof rowProblems;

export const rowProblemCodes = Object.keys(rowProblems) as [RowProblemCode, ...RowProblemCode[]];

type Given<Name extends keyof RowProblemParameters> = {
  readonly [Key in Name]: NonNullable<RowProblemParameters[Key]>;
};

/** The parameters of a kind of problem. A group of rows has only those that its rows share. */
export type ParametersOf<Code extends RowProblemCode> = Given<(typeof rowProblems)[Code]["rule"][number]> &
  Partial<Given<(typeof rowProblems)[Code]["row"][number]>>;

const described = rowProblemCodes.flatMap((code) => {
  const names = [...rowProblems[code].rule, ...rowProblems[code].row];
  return names.length === 0 ? [] : [`\`${code}\` has ${names.map((name) => `\`${name}\``).join(", ")}`];
});

const [example] = badRow.problems;

const shared = {
  code: growing(z.enum(rowProblemCodes)).meta({
    description: "The kind of the problem; later versions may have more.",
    examples: [example.code],
  }),
  column: z
    .string()
    .nullable()
    .meta({
      description: "The name of the column as the file has it; null if the whole row is wrong.",
      examples: [example.column],
    }),
  parameters: Parameters.meta({
    id: "RowProblemParameters",
    description: `What a sentence about the problem needs besides the column and the value: ${described.join("; ")}.`,
  }),
};

const Value = z
  .string()
  .nullable()
  .meta({
    description:
      "The cell, or the one of its values that is wrong. A long text is cut, and ends with an ellipsis. Null for an empty cell, and if quotes are wrong.",
    examples: [example.value],
  });

const sentence = (description: string, text: string) => z.string().meta({ description, examples: [text] });

/** A problem of a cell, or of a row as a whole. */
export const RowProblem = z
  .strictObject({
    ...shared,
    value: Value,
    sentence: sentence("What is wrong with the row, and what to do.", example.sentence),
  })
  .meta({ id: "RowProblem", description: "What is wrong with a cell of a row, or with the row.", examples: [example] });
/** See the schema of the same name. */
export type RowProblem = z.infer<typeof RowProblem>;

/** A row that cannot be imported. */
export const BadRow = z
  .strictObject({
    line: Line.meta({ description: "The line of the file where the row starts, from 1.", examples: [badRow.line] }),
    problem: sentence("What is wrong with the row: the sentences of all its problems.", badRow.problem),
    problems: z.array(RowProblem).min(1).meta({ description: "Each problem of the row, in the order of the fields." }),
  })
  .meta({ id: "BadRow", description: "A row that cannot be imported.", examples: [badRow] });
/** See the schema of the same name. */
export type BadRow = z.infer<typeof BadRow>;

/** The rows that have the same problem in the same column. */
export const ProblemGroup = z
  .strictObject({
    ...shared,
    sentence: sentence("What is wrong in this column, and what to do.", problemGroup.sentence),
    count: z
      .int()
      .min(1)
      .meta({ description: "How many rows have the problem.", examples: [problemGroup.count] }),
    examples: z
      .array(z.strictObject({ line: BadRow.shape.line, value: Value }))
      .min(1)
      .max(MAX_PROBLEM_EXAMPLES)
      .meta({ description: "The first rows that have it.", examples: [problemGroup.examples] }),
  })
  .meta({
    id: "ProblemGroup",
    description: "The rows that have the same problem in the same column.",
    examples: [problemGroup],
  });
/** See the schema of the same name. */
export type ProblemGroup = z.infer<typeof ProblemGroup>;
