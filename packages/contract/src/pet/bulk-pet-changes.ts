import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { actionKeyHeaders } from "../http/action-key.js";
import { BulkPetChanges, BulkPetResult } from "./bulk-pet-change.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { bites, frank, frankFields, luna, lunaFields } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import type { RouteMetadata } from "../http/metadata.js";
import { Flag } from "../http/rules.js";

const c = initContract();

const lunaAvailable = { ...lunaFields, status: "available" };

/** The routes that change many pets at once. */
export const bulkPetChanges = c.router(
  {
    changePets: {
      method: "POST",
      path: "/pets/changes",
      summary: "Change many pets",
      description:
        "Changes, deletes or brings back 1 to 1,000 pets, each only if it is still as in `from`. A pet that is already as in `to` counts as done, so a request can be repeated, and undone by swapping `from` and `to`. If one change has a conflict, no pet is changed and the response is 409, unless `partial=true`. Only an id that a deleted pet had can be brought back; its profile returns with it, as far as the audit trail has it. A change can also contain a change of the pet's profile and a note: either all of them are made or none, and they are one action. An unknown `categoryId` registers a new category, as in `POST /pets`.",
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: z.strictObject({
        partial: Flag.optional().meta({
          description: "`true` makes the changes that have no conflict, even if others have one; `left` lists those.",
          examples: [true],
        }),
        dryRun: Flag.optional().meta({
          description: "`true` returns the same result and changes nothing.",
          examples: [true],
        }),
      }),
      body: BulkPetChanges,
      responses: { 200: BulkPetResult, ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        // This is enough for 1,000 changes in which both names have 200 code points and each code point is escaped in
        // 12 bytes.
        maxBodyBytes: 5_242_880,
        statusMeanings: {
          200: "The number of changes made, and the conflicts.",
          413: "The body exceeds 5,242,880 bytes, or the pets that are deleted or brought back have more than 24 MB of profiles and notes, or those whose profiles change have profiles of more than 12 MB: send fewer at a time.",
          409: "Changes have a conflict, and `partial` is not `true`: pets have changed (`conflict`), do not exist (`pet_not_found`) or are reserved (`pet_reserved`); with different reasons it is `conflict`. A category in `to` does not exist and the service does not register unknown categories (`category_not_found`), another pet has an `externalId` of `profile.to`, or the pet has as many notes as it can have (`conflict`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
        },
        codes: { 409: ["conflict", "pet_not_found", "pet_reserved", "category_not_found", "idempotency_key_in_use"] },
        messages: {
          category_not_found: "body.0.to.categoryId refers to category 99, which does not exist",
          conflict: "body.0.from does not match the current state of pet 123; read the pet again",
          pet_not_found: "body.0.id refers to pet 123, which does not exist",
          pet_reserved: "body.0.id refers to pet 123, which order 5 reserves; deliver or cancel the order first",
        },
        headers: { 200: { "Idempotent-Replayed": replayed } },
        examples: {
          request: {
            sellAndDelete: [
              { id: frank.id, from: frankFields, to: { ...frankFields, status: "sold" } },
              { id: luna.id, from: lunaAvailable, to: null },
            ],
            profileAndNote: [
              {
                id: frank.id,
                from: frankFields,
                to: { ...frankFields, name: "Francis" },
                profile: { from: { attributes: { size: null } }, to: { attributes: { size: "large" } } },
                note: { text: bites.text, isWarning: true },
              },
            ],
            undoDelete: [{ id: luna.id, from: null, to: lunaAvailable }],
          },
          200: {
            done: { done: 2, unchanged: 0, left: [], unrestored: [] },
            partial: {
              done: 1,
              unchanged: 0,
              left: [{ id: luna.id, reason: "changed", now: { ...lunaAvailable, name: "Lola" }, profile: null }],
              unrestored: [],
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
