import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { notModified, readHeaders, validators } from "./conditional-requests.js";
import { errorResponses } from "./errors.js";
import type { RouteMetadata } from "./metadata.js";
import { rule } from "./rules.js";

const c = initContract();

const compressedVary = {
  description: "Names `Authorization` and `Accept-Encoding`.",
  example: "Authorization, Accept-Encoding",
  stability: "beta",
} as const;

/** The routes that describe the interface itself. */
export const document = c.router(
  {
    getOpenApiDocument: {
      method: "GET",
      path: "/openapi.json",
      summary: "Get this document",
      description: "Answers the OpenAPI 3.1 document of the whole interface, or of its stable part. No key is needed.",
      headers: readHeaders,
      query: z.strictObject({
        stability: z
          .enum(["stable"], rule("must be stable or omitted"))
          .optional()
          .meta({ description: "`stable` for the published operations alone." }),
      }),
      responses: {
        200: z.record(z.string(), z.unknown()).meta({ description: "An OpenAPI 3.1 document." }),
        ...notModified,
        ...errorResponses(400, 406, 408, 429, 431, 500),
      },
      metadata: {
        stability: "beta",
        scope: null,
        statusMeanings: {
          200: "The OpenAPI document.",
          304: "The document is as the client knows it.",
          400: "A query parameter is unknown, or it or a header field breaks a rule.",
        },
        headers: {
          200: {
            ...validators,
            Vary: compressedVary,
            "Content-Encoding": {
              description: "`br` or `gzip`, where `Accept-Encoding` allows it: each has an `ETag` of its own.",
              example: "br",
              stability: "beta",
            },
          },
          304: { ...validators, Vary: compressedVary },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
