import * as z from "zod";
import { type CodeEntry, describeCodes, errorDocs } from "./documentation-pages.js";
import { problemSchema } from "./problem.js";
import { opened } from "./rules.js";

/**
 * The schemas of an error's code and of its body.
 * @param page - Documents the codes.
 * @param message - The description of an error's message in the document.
 */
export const errorSchemas = <Code extends string>(
  codes: Readonly<Record<Code, CodeEntry>>,
  page: string,
  message: { readonly description: string; readonly examples: string[] },
) => {
  const names = Object.keys(codes) as [Code, ...Code[]];
  const code = z.enum(names).meta({
    id: "ErrorCode",
    "x-extensible-enum": names,
    description: describeCodes(codes, page),
  });
  const body = z
    .strictObject({
      code: opened(code),
      message: z.string().meta(message),
      status: z
        .int()
        .min(400)
        .max(599)
        .meta({ description: "The HTTP status code.", examples: [400] }),
    })
    .meta({
      id: "Error",
      description: "The body of every error response.",
      ...errorDocs(page),
      examples: names.map((name) => ({ code: name, message: codes[name].example, status: codes[name].status })),
    });
  return { code, body, problem: problemSchema(opened(code), page) };
};
