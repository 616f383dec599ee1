import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { ApiKey, ApiKeyPath, ApiKeyRotation, ApiKeys, ApiKeyState, CreatedApiKey, NewApiKey } from "./api-key.js";
import { notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import type { ResponseHeader, RouteMetadata } from "./metadata.js";
import { Cursor, IdSort, limitOf, pageLinks } from "./paging.js";
import { NoQuery } from "./rules.js";

const c = initContract();

const shopFront = {
  id: 5,
  name: "Shop front",
  scope: "write",
  prefix: "pets_live_",
  lastFour: "x7Qd",
  createdAt: "2026-11-21T09:30:00.000Z",
  createdBy: { id: 3, email: "sam@petstore.example", name: "Sam" },
  lastUsedAt: "2026-11-21T10:15:00.000Z",
  expiresAt: "2027-01-31T09:30:00.000Z",
  revokedAt: null,
  deprecatedCalls: [{ date: "2026-11-21", operationId: "getPet", count: 17 }],
};
const made = {
  ...shopFront,
  lastUsedAt: null,
  deprecatedCalls: [],
  key: "pets_live_5mTz0cQ8rVbY3kLw9JdXa2HfNpUe6GsRK3x7Qd",
};

const noKey = "There is no API key with this id.";
const onceOnly =
  "The answer shows the key, this once: nothing of it is stored, so that an `Idempotency-Key` is refused with 400. Where an answer is lost, revoke the key that nobody has, and make another.";

const madeHeaders = {
  Location: { description: "The path of the new key.", example: "/v1/api-keys/5" },
  "Cache-Control": { description: "Always `no-store`: the answer shows a key.", example: "no-store" },
} as const satisfies Record<string, ResponseHeader>;

/** The routes below `/api-keys`. */
export const apiKeys = c.router(
  {
    listApiKeys: {
      method: "GET",
      path: "/api-keys",
      summary: "List API keys",
      description:
        "Answers a page of the API keys of all accounts, in the order of their ids unless `sort` turns it round. Keys are never deleted: those that have ended remain.",
      headers: readHeaders,
      query: z.strictObject({
        limit: limitOf("API keys"),
        state: ApiKeyState.optional().meta({ description: "Only keys that are so." }),
        sort: IdSort,
        cursor: Cursor.optional(),
      }),
      responses: { 200: ApiKeys, ...notModified, ...errorResponses(400, 403, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          200: "A page of API keys.",
          304: "The page is as the client knows it.",
          400: "A query parameter is unknown, or it or a header field breaks a rule.",
        },
        headers: { 200: { Link: pageLinks("/v1/api-keys"), ...validators }, 304: validators },
        examples: { 200: { page: [shopFront] } },
      } as const satisfies RouteMetadata,
    },
    createApiKey: {
      method: "POST",
      path: "/api-keys",
      summary: "Make an API key",
      description: `Makes an API key for the account that the request's own key belongs to. ${onceOnly}`,
      query: NoQuery,
      body: NewApiKey,
      responses: { 201: CreatedApiKey, ...errorResponses(400, 403, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: { 201: "The API key was made." },
        headers: { 201: madeHeaders },
        examples: {
          request: {
            minimal: { name: "Shop front", scope: "write" },
            full: { name: "Shop front", scope: "write", expiresAt: "2027-01-31T10:30:00+01:00" },
          },
          201: { made },
        },
      } as const satisfies RouteMetadata,
    },
    getApiKey: {
      method: "GET",
      path: "/api-keys/:keyId",
      summary: "Get an API key",
      description: "Answers one API key, without the key itself.",
      pathParams: ApiKeyPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: ApiKey, ...notModified, ...errorResponses(400, 403, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: { 200: "The API key.", 304: "The API key is as the client knows it.", 404: noKey },
        headers: { 200: validators, 304: validators },
        examples: { 200: { shopFront } },
      } as const satisfies RouteMetadata,
    },
    revokeApiKey: {
      method: "DELETE",
      path: "/api-keys/:keyId",
      summary: "Revoke an API key",
      description:
        "Ends an API key for good, whosever it is: the very next request that uses it is refused, and within a second every other replica refuses it too. A key that was revoked already stays so, since when it was.",
      pathParams: ApiKeyPath,
      query: NoQuery,
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: { 204: "The API key is revoked.", 404: noKey },
      } as const satisfies RouteMetadata,
    },
    rotateApiKey: {
      method: "POST",
      path: "/api-keys/:keyId/rotate",
      summary: "Rotate an API key",
      description: `Makes a new API key with the name, scope, end and account of this one, which lives on for the overlap, or until its own end where that is earlier. Only a key of the same account can be rotated. ${onceOnly}`,
      pathParams: ApiKeyPath,
      query: NoQuery,
      body: ApiKeyRotation,
      responses: { 201: CreatedApiKey, ...errorResponses(400, 403, 404, 409, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          201: "The new API key was made, and the end of the old one is set.",
          403: "The scope of the request's API key falls short, or the API key to be rotated belongs to another account.",
          404: noKey,
          409: "The API key was revoked, or has expired.",
        },
        codes: { 409: ["conflict"] },
        headers: { 201: madeHeaders },
        examples: { request: { anHour: { overlapSeconds: 3_600 }, atOnce: { overlapSeconds: 0 } }, 201: { made } },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
