import * as z from "zod";

/** The media type of errors for programs (RFC 9457). A request asks for it with `Accept`. */
export const PROBLEM_TYPE = "application/problem+json";

/**
 * The `Accept` of the typed client: it prefers {@link PROBLEM_TYPE} for errors, and takes every other body as it is.
 */
export const PROBLEM_ACCEPT = `${PROBLEM_TYPE}, */*;q=0.9`;

/** The maximum number of characters of a value in `given`; a longer text is cut, and ends with an ellipsis. */
export const MAX_GIVEN_LENGTH = 100;

/** A step of a JSON pointer (RFC 6901). */
export const pointerStep = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** One problem of a request: where it is, which rule it breaks, and what to do. */
export const ProblemEntry = z
  .strictObject({
    pointer: z
      .string()
      .optional()
      .meta({
        description: "The place in the body, as a JSON pointer (RFC 6901); the empty text is the whole body.",
        examples: ["/categoryId"],
      }),
    parameter: z
      .string()
      .optional()
      .meta({ description: "The name of the parameter of the query or of the path.", examples: ["limit"] }),
    header: z
      .string()
      .optional()
      .meta({ description: "The name of the header field.", examples: ["If-Match"] }),
    rule: z.string().meta({
      description:
        "The rule that is broken, such as `required`, `unknown`, `repeated`, `too_small` or `exists`; later versions may have more.",
      examples: ["required"],
    }),
    detail: z.string().meta({
      description: "What is wrong, and what to do: one of the sentences of `detail` of the problem.",
      examples: ["body.categoryId is required"],
    }),
    given: z
      .union([z.string(), z.number(), z.boolean(), z.null()])
      .optional()
      .meta({
        description: `The value that was sent, if it is a text, a number, a boolean or null; a text is cut after ${MAX_GIVEN_LENGTH} characters. Absent for a value that may be secret or personal.`,
        examples: ["abc"],
      }),
  })
  .meta({
    id: "ProblemEntry",
    description: "One problem of a request. It has at most one of `pointer`, `parameter` and `header`.",
  });
/** See the schema of the same name. */
export type ProblemEntry = z.infer<typeof ProblemEntry>;

/** The thing that is in the way of a request. */
export const ProblemConflict = z
  .strictObject({
    kind: z
      .string()
      .meta({ description: "The kind of the thing, as in the subject of an event.", examples: ["order"] }),
    id: z.union([z.int(), z.string()]).meta({ description: "Its id.", examples: [5] }),
  })
  .meta({ id: "ProblemConflict", description: "The thing that is in the way of the request." });
/** See the schema of the same name. */
export type ProblemConflict = z.infer<typeof ProblemConflict>;

/** @param page - Documents the codes; each code is an anchor. @returns The `type` of a problem. */
export const problemTypeOf = (page: string, code: string): string => `${page}#${code}`;

/** `pet_reserved` becomes `Pet reserved`. */
export const problemTitleOf = (code: string): string => {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The schema of a problem (RFC 9457). @param page - Documents the codes. */
export const problemSchema = <Code extends z.ZodType>(code: Code, page: string) =>
  z
    .strictObject({
      type: z.string().meta({
        description: "The address of the page about the code, relative to that of the request.",
        examples: [problemTypeOf(page, "invalid_request")],
      }),
      title: z.string().meta({
        description: "The code in words, the same for each problem of the code.",
        examples: ["Invalid request"],
      }),
      status: z
        .int()
        .min(400)
        .max(599)
        .meta({ description: "The HTTP status code.", examples: [400] }),
      detail: z.string().meta({
        description:
          "Human-readable description: what is wrong, then what to do. It is the `message` of the other form.",
        examples: ["body.categoryId is required"],
      }),
      code,
      errors: z
        .array(ProblemEntry)
        .optional()
        .meta({ description: "Each problem of the request that has a place, at most 100." }),
      conflict: ProblemConflict.optional(),
    })
    .meta({
      id: "Problem",
      description: "The body of every error response, if `Accept` prefers `application/problem+json` (RFC 9457).",
      examples: [
        {
          type: problemTypeOf(page, "invalid_request"),
          title: problemTitleOf("invalid_request"),
          status: 400,
          detail: "body.categoryId is required",
          code: "invalid_request",
          errors: [{ pointer: "/categoryId", rule: "required", detail: "body.categoryId is required" }],
        },
      ],
    });
