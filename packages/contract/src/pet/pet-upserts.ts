import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { frank, frankFields, given, lunaFields } from "../examples.js";
import { actionKeyHeaders } from "../http/action-key.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import type { RouteMetadata } from "../http/metadata.js";
import { Flag } from "../http/rules.js";
import { PetUpsertResult, PetUpserts } from "./pet-upsert.js";

const c = initContract();

const reserved = "order 5 reserves pet 124; complete or cancel the order with PATCH /v1/orders/5";

/** The routes that keep many pets in step with another system. */
export const petUpserts = c.router(
  {
    putPetsByExternalId: {
      method: "PUT",
      path: "/pets/by-external-id",
      summary: "Create or replace many pets by external id",
      description:
        "Does for 1 to 1,000 pets what `PUT /pets/by-external-id/{externalId}` does for one, and says for each row what happened. A row that breaks a rule is refused and does not stop the others, unless `allOrNone=true`. Rows with the same `externalId` are all refused. All changes of a request are one action, and are made together. If a program sends the same rows again, they are unchanged and write nothing.",
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: z.strictObject({
        allOrNone: Flag.optional().meta({
          description: "`true` answers with an error and changes nothing if one row is refused.",
          examples: [true],
        }),
        dryRun: Flag.optional().meta({
          description: "`true` returns the same result and changes nothing.",
          examples: [true],
        }),
      }),
      body: PetUpserts,
      responses: { 200: PetUpsertResult, ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        maxBodyBytes: 5_242_880,
        statusMeanings: {
          200: "The outcome of each row.",
          400: "The body is not an array of 1 to 1,000 rows, or with `allOrNone` a row is invalid.",
          409: "With `allOrNone`, a row changes the status of a pet that an open order reserves (`pet_reserved`), or its category does not exist and the service does not register unknown categories (`category_not_found`); or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
          413: "The body exceeds 5,242,880 bytes, or the pets have profiles of more than 12 MB: send fewer at a time.",
        },
        codes: { 409: ["pet_reserved", "category_not_found", "idempotency_key_in_use"] },
        messages: {
          category_not_found: "body.0.categoryId refers to category 99, which does not exist",
          pet_reserved: reserved,
        },
        headers: { 200: { "Idempotent-Replayed": replayed } },
        examples: {
          request: {
            two: [
              { externalId: given.externalId, ...frankFields, profile: { attributes: given.attributes } },
              { externalId: "SH-1043", ...lunaFields },
            ],
          },
          200: {
            two: {
              created: 1,
              updated: 0,
              unchanged: 0,
              refused: 1,
              rows: [
                { outcome: "created", externalId: given.externalId, petId: frank.id },
                {
                  outcome: "refused",
                  externalId: "SH-1043",
                  petId: 124,
                  code: "pet_reserved",
                  errors: [{ pointer: "/1/status", rule: "reserved", detail: reserved, given: "pending" }],
                  conflict: { kind: "order", id: 5 },
                },
              ],
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
