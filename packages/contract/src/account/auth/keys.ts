import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { ApiKeyScope } from "../api-key.js";
import { exampleKey } from "../../examples.js";
import { moment } from "../../http/moments.js";
import { NoQuery } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import type { AuthRouteMetadata } from "./metadata.js";

const c = initContract();

/** A key for `/v1` that belongs to a session. */
const SessionKey = z
  .strictObject({
    key: z.string().meta({ description: "The key: `Authorization: Bearer <key>`.", examples: [exampleKey] }),
    scope: ApiKeyScope,
    expiresAt: moment.meta({
      description: "When the key expires, in UTC: after 15 minutes, or earlier if its session ends earlier.",
      examples: ["2026-11-21T09:45:00.000Z"],
    }),
  })
  .meta({ id: "SessionKey", description: "A key for `/v1` that belongs to a session." });

/** The route with which a signed-in page gets a key for `/v1`. */
export const keys = c.router(
  {
    exchangeSessionForKey: {
      method: "POST",
      path: "/key",
      summary: "Get a key for /v1",
      description:
        "Returns a key of the largest scope that the account's role allows. The key ends with its session. Keep it in memory, and request the next one when it expires.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: SessionKey, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        statusMeanings: { 200: "The key.", 429: "The session has had 300 keys in 15 minutes." },
        messages: {
          rate_limited: "too many API keys for this session; use each until it expires, then request the next",
        },
        examples: {
          200: {
            key: {
              key: exampleKey,
              scope: "admin",
              expiresAt: "2026-11-21T09:45:00.000Z",
            },
          },
        },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
