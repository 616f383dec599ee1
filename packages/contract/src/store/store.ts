import { initContract } from "@ts-rest/core";
import { actionKeyHeaders } from "../http/action-key.js";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { shelter } from "../examples.js";
import type { RouteMetadata } from "../http/metadata.js";
import { NoQuery } from "../http/rules.js";
import { Store, StoreChange } from "./settings.js";

const path = "/store";

/** The routes of the store's settings, which apply to all of its staff. */
export const store = initContract().router(
  {
    getStore: {
      method: "GET",
      path,
      summary: "Get the store",
      description:
        "Returns the store's name, address, logo, time zone and currency, its text for contracts and its own words for the statuses of pets. These words are for people: everywhere else in the interface a status is `available`, `pending` or `sold`.",
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Store, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: { 200: "The store." },
        headers: { 200: validators, 304: validators },
        examples: {
          200: {
            shelter,
            usual: {
              name: null,
              address: null,
              logo: null,
              timeZone: null,
              currency: null,
              contractText: null,
              statusNames: { available: null, pending: null, sold: null },
              updatedAt: null,
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
    updateStore: {
      method: "PATCH",
      path,
      summary: "Update the store",
      description:
        "A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. No two statuses can have the same name, ignoring case, and no status can be named by the usual English word for another status.",
      headers: { ...changeHeaders("store"), ...actionKeyHeaders },
      query: NoQuery,
      body: StoreChange,
      responses: { 200: Store, ...errorResponses(400, 403, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "admin",
        statusMeanings: {
          200: "The updated store.",
          400: "The request is invalid; `message` names each wrong field and its rule.",
        },
        messages: { precondition_failed: "If-Match does not match the current ETag; fetch the store again" },
        headers: { 200: { ETag: entityTag } },
        examples: {
          request: {
            details: { name: shelter.name, timeZone: shelter.timeZone, currency: shelter.currency },
            adopted: { statusNames: { sold: "Adopted" } },
            usual: { statusNames: { available: null, pending: null, sold: null } },
          },
          200: { shelter },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
