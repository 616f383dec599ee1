import * as z from "zod";

/** The query of an operation without parameters. Every parameter is refused and not ignored. */
export const NoQuery = z.strictObject({});

/**
 * The error option of a schema. It reports `is required` if the value is absent, and otherwise `rule`, which is the end
 * of a sentence such as `must be …`.
 */
export const rule = (rule: string) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? "is required" : rule),
});

/** A schema that accepts one of these values. The error message lists them. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, rule(`must be one of ${values.join(", ")}`));

/**
 * A rule for which zod has no code. It is passed as the `params` of its issue. `text` means 1 to `maximum` characters
 * without control characters or lone surrogates; `change` needs at least one field, and `options` at least one option.
 * `visible` means that a text has other characters than invisible ones, and `decimals` that a number has at most
 * `count` decimals.
 */
export type OwnRule =
  | { readonly rule: "text" | "url" | "most"; readonly maximum: number }
  | { readonly rule: "digits" | "decimals"; readonly count: number }
  | { readonly rule: "phone" | "moment" | "change" | "options" | "visible" | "timeZone" | "currency" }
  | { readonly rule: "placeholder" | "picture" };

/** The options of a refinement. With `params` a form can state the rule in the language of its page. */
export const ownRule = (error: string, params: OwnRule) => ({ error, params });

const listOf = (values: readonly unknown[]) => values.join(" ");
const growingLists = new Set<string>();

/** Tells whether the `values` of an issue belong to an enum that may get further values. */
export const mayGrow = (values: readonly unknown[]): boolean => growingLists.has(listOf(values));

/**
 * An enumeration that later versions may extend. In responses, the document lists its values in `x-extensible-enum`
 * instead of `enum`, and generated clients accept other values. The service itself returns only the listed ones.
 */
export const growing = <Values extends z.ZodEnum>(values: Values) => {
  growingLists.add(listOf(values.options));
  return opened(values.meta({ "x-extensible-enum": values.options }));
};

/** A schema whose input has the type of its output. It has a name, so that declarations name the type once. */
export interface SchemaOf<Value> extends z.ZodType<Value, Value> {}

/** The values of this version, and any other text. */
export interface OpenEnum<Value extends string> extends SchemaOf<Value | (string & {})> {}

/** Returns the same schema, with a type for readers that also accepts other strings. */
export const opened = <Values extends z.ZodEnum>(values: Values) =>
  values as unknown as OpenEnum<Extract<z.infer<Values>, string>>;

type RepeatableTexts = {
  /** Says what the parameter must be. */
  readonly mistake: string;
  /** The rule for the whole array; `mistake` by default. */
  readonly inArray?: string;
  readonly none?: string;
  readonly tooMany?: string;
};

/**
 * A query parameter that can be given several times, with one value each.
 * @param value - The schema of one value.
 * @param max - The maximum number of values.
 */
export const repeatable = <Value>(
  value: z.ZodType<Value>,
  max: number,
  {
    mistake,
    inArray = mistake,
    none = "must have at least one value",
    tooMany = `must be given at most ${max} times`,
  }: RepeatableTexts,
) =>
  z
    .union([z.string(), z.array(z.string())], rule(mistake))
    .transform((given) => [given].flat())
    .pipe(
      z
        .array(value as never, rule(inArray))
        .min(1, none)
        .max(max, tooMany),
    ) as unknown as SchemaOf<Value[]>;

const valueAt = (entry: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name], entry);

/**
 * Refuses an entry of an array that has the same id or text as an earlier one, even if other entries are invalid for
 * another reason.
 */
export const refuseRepeats =
  (...path: string[]) =>
  (entries: readonly unknown[], context: z.RefinementCtx): void => {
    const firstAt = new Map<unknown, number>();
    entries.forEach((entry, at) => {
      const value = valueAt(entry, path);
      if (typeof value !== "number" && typeof value !== "string") return;
      const first = firstAt.get(value);
      const message = `must not repeat the ${path.at(-1)} of body.${first}`;
      if (first === undefined) firstAt.set(value, at);
      else context.addIssue({ code: "custom", path: [at, ...path], message });
    });
  };

/** Makes {@link refuseRepeats} check every array, even if entries of it are invalid. */
export const whenArray = { when: ({ value }: { readonly value: unknown }) => Array.isArray(value) };

/** A boolean query parameter. For clients its type is boolean, but in the query it is the text `true` or `false`. */
export const Flag = z
  .enum(["true", "false"], rule("must be true or false"))
  .transform((word) => word === "true")
  .pipe(z.boolean()) as unknown as z.ZodType<boolean, boolean>;
