import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { entityTag, IfMatch } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import { replayed, writeOnceHeaders } from "./idempotency.js";
import type { RouteMetadata } from "./metadata.js";
import { NewPet, Pet, PetChange, PetPath, Pets } from "./pet.js";
import { NoQuery, rule } from "./rules.js";

const c = initContract();

const luna = { id: 124, name: "Luna", categoryId: 2, status: "pending" };

/** The animals of one batch: 1 to 1,000, added all or not at all. */
export const NewPets = z
  .array(NewPet, rule("must be a JSON array"))
  .min(1, "must contain 1 to 1000 pets")
  .max(1_000, "must contain 1 to 1000 pets")
  .meta({ id: "NewPets", description: "1 to 1,000 animals to be added, all or none." });
/** See the schema of the same name. */
export type NewPets = z.infer<typeof NewPets>;

/** What a dry run finds where there is nothing to refuse. */
export const BatchDryRun = z
  .strictObject({
    valid: z.literal(true).meta({ description: "Always true: what is not valid is answered as an error." }),
    count: z.int().min(1).max(1_000).meta({ description: "How many animals would be added." }),
  })
  .meta({ id: "BatchDryRun", description: "The outcome of a dry run.", examples: [{ valid: true, count: 2 }] });

/** Typed as a client gives it; the client's encoding makes a word of it. */
const DryRun = z
  .enum(["true", "false"], rule("must be true or false"))
  .transform((word) => word === "true")
  .pipe(z.boolean()) as unknown as z.ZodType<boolean, boolean>;

const conditions = { "if-match": IfMatch };

/** The routes that change animals; none of them is published yet. */
export const petChanges = c.router(
  {
    updatePet: {
      method: "PATCH",
      path: "/pets/:petId",
      summary: "Change an animal",
      description:
        "Changes the fields that the body names and leaves the others. Any status may be set by hand, except while an open order holds the animal. A `categoryId` that no animal has used yet registers the category, as `POST /pets` does.",
      pathParams: PetPath,
      headers: conditions,
      query: NoQuery,
      body: PetChange,
      responses: { 200: Pet, ...errorResponses(400, 403, 404, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The animal as it is now.",
          404: "There is no animal with this id.",
          409: "An open order holds the animal and its status is to change (`pet_reserved`), or the service is set up not to register unknown categories (`category_not_found`).",
          412: "The animal has changed since the `ETag` in `If-Match`; nothing was changed.",
        },
        codes: { 409: ["pet_reserved", "category_not_found"] },
        headers: { 200: { ETag: entityTag } },
        examples: {
          request: { sold: { status: "sold" }, renamed: { name: "Luna", categoryId: 2 } },
          200: { luna },
        },
      } as const satisfies RouteMetadata,
    },
    deletePet: {
      method: "DELETE",
      path: "/pets/:petId",
      summary: "Delete an animal",
      description: "Removes the animal for good. Orders that are done keep its id.",
      pathParams: PetPath,
      headers: conditions,
      query: NoQuery,
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, 409, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          204: "The animal is gone.",
          404: "There is no animal with this id.",
          409: "An open order holds the animal.",
          412: "The animal has changed since the `ETag` in `If-Match`; it was not deleted.",
        },
        codes: { 409: ["pet_reserved"] },
      } as const satisfies RouteMetadata,
    },
    createPetBatch: {
      method: "POST",
      path: "/pets/batch",
      summary: "Add many animals",
      description:
        "Adds 1 to 1,000 animals, all or none, and answers them in the same order with the ids they were given. An error names each bad row by its place, counted from 0: `body.3.name is required`.",
      headers: writeOnceHeaders,
      query: z.strictObject({
        dryRun: DryRun.optional().meta({
          description: "`true` checks the whole request and adds nothing.",
          examples: [true],
        }),
      }),
      body: NewPets,
      responses: { 200: BatchDryRun, 201: Pets, ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        maxBodyBytes: 1_048_576,
        statusMeanings: {
          200: "A dry run: the same request without `dryRun` would add the animals.",
          201: "All animals were added.",
          409: "The service is set up not to register unknown categories (`category_not_found`), or the first request with this `Idempotency-Key` is still under way (`idempotency_key_in_use`).",
        },
        codes: { 409: ["category_not_found", "idempotency_key_in_use"] },
        headers: { 200: { "Idempotent-Replayed": replayed }, 201: { "Idempotent-Replayed": replayed } },
        examples: {
          request: {
            two: [
              { name: "Frank", categoryId: 1 },
              { name: "Luna", categoryId: 2, status: "pending" },
            ],
          },
          200: { valid: { valid: true, count: 2 } },
          201: { two: [{ id: 123, name: "Frank", categoryId: 1, status: "available" }, luna] },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
