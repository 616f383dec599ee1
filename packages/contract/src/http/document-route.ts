import { initContract } from "@ts-rest/core";
import * as z from "zod";
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

/** The route of the OpenAPI documents. */
export const document = c.router(
  {
    getOpenApiDocument: {
      method: "GET",
      path: "/openapi.json",
      summary: "Get this document",
      description: "Returns the OpenAPI document of the whole interface or of its stable part. No API key is required.",
      headers: readHeaders,
      query: z.strictObject({
        stability: z
          .enum(["stable"], rule("must be stable or omitted"))
          .optional()
          .meta({ description: "`stable` for the published operations only.", examples: ["stable"] }),
        version: z
          .enum(["3.0", "3.1"], rule("must be 3.0, 3.1 or omitted"))
          .optional()
          .meta({
            description:
              "The version of OpenAPI, `3.1` when omitted. `3.0` is for generators that do not read 3.1: it has the same operations, without `webhooks`.",
            examples: ["3.0"],
          }),
      }),
      responses: {
        200: z.record(z.string(), z.unknown()).meta({ description: "An OpenAPI document." }),
        ...notModified,
        ...errorResponses(400, 406, 408, 429, 431, 500),
      },
      metadata: {
        stability: "beta",
        scope: null,
        statusMeanings: {
          200: "The OpenAPI document.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        examples: { 200: { start: { openapi: "3.1.1", info: { title: "Pet Store", version: "1.0.0" }, paths: {} } } },
        headers: {
          200: {
            ...validators,
            Vary: compressedVary,
            "Content-Encoding": {
              description: "`br` or `gzip` if `Accept-Encoding` allows it; each encoding has its own `ETag`.",
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
