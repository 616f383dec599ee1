import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { ApiKey, ApiKeyPath, ApiKeyRevocation, ApiKeys, CreatedApiKey, NewApiKey } from "./api-key.js";
import { ApiKeyQuery } from "./api-key-query.js";
import { changeHeaders, entityTag } from "../http/conditional-requests.js";
import { commonErrors, errorResponses, stepUp, stepUpCodes } from "../http/errors.js";
import { exampleKey } from "../examples.js";
import { apiKeyLinks } from "../http/links.js";
import type { ResponseHeader, RouteMetadata } from "../http/metadata.js";
import { resource } from "../http/resource.js";
import { Rotation, rotationExamples } from "../http/rotation.js";
import { Flag, NoQuery } from "../http/rules.js";

const c = initContract();

const shopFront = {
  id: 5,
  name: "Shop front",
  scope: "write",
  prefix: "pets_live_",
  lastFour: "x7Qd",
  createdAt: "2026-11-21T09:30:00.000Z",
  createdBy: { id: 3, email: "sam@petstore.example", name: "Sam" },
  parentId: null,
  lastUsedAt: "2026-11-21T10:15:00.000Z",
  expiresAt: "2027-01-31T09:30:00.000Z",
  revokedAt: null,
  deprecatedCalls: [{ date: "2026-11-21", operationId: "getPet", count: 17 }],
};
const created = {
  ...shopFront,
  lastUsedAt: null,
  deprecatedCalls: [],
  key: exampleKey,
};

const till = { ...shopFront, id: 6, name: "Till", lastFour: "p2Wc", parentId: 5, deprecatedCalls: [] };

const noKey = "There is no API key with this id.";
const onceOnly =
  "The response shows the secret once and the service does not store it, so an `Idempotency-Key` is refused with 400. If the response is lost, revoke the key and create another.";

const createdHeaders = {
  Location: { description: "The path of the new key.", example: "/v1/api-keys/5" },
  ETag: entityTag,
  "Cache-Control": { description: "Always `no-store`: the response contains a secret.", example: "no-store" },
} as const satisfies Record<string, ResponseHeader>;

const apiKey = resource({
  one: "API key",
  many: "API keys",
  path: "/api-keys",
  pathParams: ApiKeyPath,
  schema: ApiKey,
  examples: { shopFront },
  reader: "admin",
  links: apiKeyLinks,
});

const apiKeyConditions = changeHeaders("API key");

/** The routes under `/api-keys`. */
export const apiKeys = c.router(
  {
    listApiKeys: apiKey.list({
      schema: ApiKeys,
      query: ApiKeyQuery,
      description:
        "Returns a page of the API keys of all accounts, ordered by id; `sort=-id` returns the newest first. Keys are never deleted: expired and revoked keys stay in the list.",
    }),
    createApiKey: {
      method: "POST",
      path: "/api-keys",
      summary: "Create an API key",
      description: `Creates an API key for the account of the key that sends the request. That key becomes its parent, unless it is the key of a session. ${onceOnly}`,
      query: NoQuery,
      body: NewApiKey,
      responses: { 201: CreatedApiKey, ...errorResponses(400, 403, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: { 201: "The API key was created.", 403: `The scope of the API key is insufficient. ${stepUp}` },
        codes: { 403: stepUpCodes },
        headers: { 201: createdHeaders },
        examples: {
          request: {
            minimal: { name: "Shop front", scope: "write" },
            full: { name: "Shop front", scope: "write", expiresAt: "2027-01-31T10:30:00+01:00" },
          },
          201: { created },
        },
        links: { 201: apiKeyLinks },
      } as const satisfies RouteMetadata,
    },
    getApiKey: apiKey.get({ description: "Returns one API key, without its secret." }),
    revokeApiKey: {
      method: "DELETE",
      path: "/api-keys/:keyId",
      summary: "Revoke an API key",
      description:
        "Revokes an API key of any account permanently: the next request that uses it is refused, and every replica refuses it within a second. Revoking a revoked key changes nothing. The keys that were made with it remain valid, unless `descendants` is `true`.",
      pathParams: ApiKeyPath,
      headers: apiKeyConditions,
      query: z.strictObject({
        descendants: Flag.optional().meta({
          description:
            "`true` also revokes each key that was made with this one, the keys that were made with those, and so on. Either all of them are revoked or none. Use it if somebody else may know the key.",
          examples: [true],
        }),
        dryRun: Flag.optional().meta({
          description: "`true` returns the keys that would be revoked, and revokes none.",
          examples: [true],
        }),
      }),
      responses: { 200: ApiKeyRevocation, 204: c.noBody(), ...errorResponses(400, 403, 404, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          200: "A dry run: the keys that the same request without `dryRun` would revoke.",
          204: "The API key is revoked, and with `descendants` also the keys that were made with it.",
          404: noKey,
        },
        examples: { 200: { two: { count: 2, apiKeys: [shopFront, till] } } },
      } as const satisfies RouteMetadata,
    },
    rotateApiKey: {
      method: "POST",
      path: "/api-keys/:keyId/rotate",
      summary: "Rotate an API key",
      description: `Creates a new API key with the name, scope, expiry and account of this one. This one expires after the overlap, or at its own expiry if that is earlier. The new key takes its place: it has the same parent, and becomes the parent of its children. If the request is made with a third key, which is neither this key nor its parent, the new key becomes a child of that key instead. Only a key of the same account can rotate this key, and only if it does not expire earlier. ${onceOnly}`,
      pathParams: ApiKeyPath,
      headers: apiKeyConditions,
      query: NoQuery,
      body: Rotation,
      responses: { 201: CreatedApiKey, ...errorResponses(400, 403, 404, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          201: "The new API key was created, and the expiry of the old one is set.",
          403: `The scope of the request's API key is insufficient, or the API key to rotate belongs to another account or outlives that of the request. ${stepUp}`,
          404: noKey,
          409: "The API key is revoked or expired.",
        },
        codes: { 403: stepUpCodes, 409: ["conflict"] },
        messages: { conflict: "API key 5 is revoked; create another with POST /v1/api-keys" },
        headers: { 201: createdHeaders },
        examples: { request: rotationExamples, 201: { created } },
        links: { 201: apiKeyLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
