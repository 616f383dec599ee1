import { initContract } from "@ts-rest/core";
import { PetPath } from "../http/identifiers.js";
import * as z from "zod";
import { actionKeyHeaders } from "../http/action-key.js";
import { changeHeaders, entityTag } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { frank, frankFields, given, luna, lunaFields } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import { firstPetLinks, petLinks } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import { NewPet, Pet, PetChange, Pets } from "./pet.js";
import { ExternalId } from "./profile.js";
import { Flag, NoQuery, refuseRepeats, rule, whenArray } from "../http/rules.js";

const c = initContract();

/** The pets of one batch: 1 to 1,000. Either all of them are created or none. */
export const NewPets = z
  .array(NewPet, rule("must be a JSON array"))
  .min(1, "must contain 1 to 1000 pets")
  .max(1_000, "must contain 1 to 1000 pets")
  .superRefine(refuseRepeats("profile", "externalId"), whenArray)
  .meta({ id: "NewPets", description: "1 to 1,000 pets to create. Either all of them are created or none." });
/** See the schema of the same name. */
export type NewPets = z.infer<typeof NewPets>;

/** The result of a dry run of a valid batch. */
export const BatchDryRun = z
  .strictObject({
    valid: z.literal(true).meta({ description: "Always true: an invalid batch is answered with an error." }),
    count: z
      .int()
      .min(1)
      .max(1_000)
      .meta({ description: "The number of pets that would be created.", examples: [2] }),
  })
  .meta({ id: "BatchDryRun", description: "The result of a dry run.", examples: [{ valid: true, count: 2 }] });

const ExternalIdPath = z.strictObject({
  externalId: ExternalId.meta({ description: "The pet's identifier in another system.", examples: ["SH-1042"] }),
});

const conditions = changeHeaders(
  "pet",
  "You can also send the `ETag` of a page that contains only this pet and has no `Link`, such as that of `GET /pets?id=123`.",
);

/** The routes that change pets; none is published yet. */
export const petChanges = c.router(
  {
    updatePet: {
      method: "PATCH",
      path: "/pets/:petId",
      summary: "Update a pet",
      description:
        "Changes the fields that the body contains and leaves the others. The status can be set to any value unless an open order reserves the pet. An unknown `categoryId` registers a new category, as in `POST /pets`.",
      pathParams: PetPath,
      headers: conditions,
      query: NoQuery,
      body: PetChange,
      responses: { 200: Pet, ...errorResponses(400, 403, 404, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The updated pet.",
          404: "There is no pet with this id.",
          409: "The body changes the status of a pet that an open order reserves (`pet_reserved`), or the category does not exist and the service does not register unknown categories (`category_not_found`).",
        },
        codes: { 409: ["pet_reserved", "category_not_found"] },
        headers: { 200: { ETag: entityTag } },
        examples: {
          request: { sold: { status: "sold" }, renamed: { name: "Luna", categoryId: 2 } },
          200: { luna },
        },
        links: { 200: petLinks },
      } as const satisfies RouteMetadata,
    },
    putPetByExternalId: {
      method: "PUT",
      path: "/pets/by-external-id/:externalId",
      summary: "Create or replace the pet with an external id",
      description:
        "Programs that keep the store in step with another system use this operation: if they send the same request again, it changes nothing. If no pet has the `externalId`, the request creates one with it, which `GET /pets?externalId=` finds later. Otherwise it replaces the pet that has it: without a `status` in the body, the pet becomes `available`. A `profile` in the body replaces the whole profile except the external id, in the same transaction: attributes that are absent from it have no value afterwards. Without `profile`, the profile stays as it is, because it is a resource of its own. To change some fields only, use `PATCH`.",
      pathParams: ExternalIdPath,
      headers: conditions,
      query: NoQuery,
      body: NewPet,
      responses: { 200: Pet, 201: Pet, ...errorResponses(400, 403, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The pet that has the `externalId`, after the change.",
          201: "No pet had the `externalId`: the pet was created.",
          400: "The request is invalid, or the profile in the body has another `externalId` than the path.",
          409: "The body changes the status of a pet that an open order reserves (`pet_reserved`), or the category does not exist and the service does not register unknown categories (`category_not_found`).",
          412: "`If-Match` does not match the current `ETag`, or no pet has the `externalId`; nothing was changed.",
        },
        codes: { 409: ["pet_reserved", "category_not_found"] },
        messages: { precondition_failed: "If-Match does not match the current ETag; fetch the pet again" },
        headers: {
          200: { ETag: entityTag },
          201: { Location: { description: "The path of the new pet.", example: "/v1/pets/123" }, ETag: entityTag },
        },
        examples: {
          request: { frank: { ...frankFields, profile: { attributes: given.attributes } } },
          200: { frank },
          201: { frank },
        },
        links: { 200: petLinks, 201: petLinks },
      } as const satisfies RouteMetadata,
    },
    deletePet: {
      method: "DELETE",
      path: "/pets/:petId",
      summary: "Delete a pet",
      description: "Deletes the pet permanently. Completed and cancelled orders keep its id.",
      pathParams: PetPath,
      headers: conditions,
      query: NoQuery,
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, 409, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          204: "The pet was deleted.",
          404: "There is no pet with this id.",
          409: "An open order reserves the pet.",
        },
        codes: { 409: ["pet_reserved"] },
      } as const satisfies RouteMetadata,
    },
    deletePetByExternalId: {
      method: "DELETE",
      path: "/pets/by-external-id/:externalId",
      summary: "Delete the pet with an external id",
      description: "Deletes the pet that has the `externalId`, as `DELETE /pets/{petId}` does.",
      pathParams: ExternalIdPath,
      headers: conditions,
      query: NoQuery,
      responses: { 204: c.noBody(), ...errorResponses(400, 403, 404, 409, 412, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          204: "The pet was deleted.",
          404: "No pet has this `externalId`.",
          409: "An open order reserves the pet.",
        },
        codes: { 409: ["pet_reserved"] },
        messages: {
          not_found: "path.externalId refers to no pet",
          precondition_failed: "If-Match does not match the current ETag; fetch the pet again",
        },
      } as const satisfies RouteMetadata,
    },
    createPetBatch: {
      method: "POST",
      path: "/pets/batch",
      summary: "Create a batch of pets",
      description:
        "Creates 1 to 1,000 pets, all or none, and returns them in the same order with their new ids. An error names each invalid pet by its index, counted from 0: `body.3.name is required`.",
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: z.strictObject({
        dryRun: Flag.optional().meta({
          description: "`true` validates the whole request and creates nothing.",
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
          200: "A dry run: the same request without `dryRun` would create the pets.",
          201: "All pets were created.",
          409: "A category does not exist and the service does not register unknown categories (`category_not_found`), another pet has an `externalId` (`conflict`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
        },
        codes: { 409: ["category_not_found", "conflict", "idempotency_key_in_use"] },
        messages: {
          category_not_found: "body.0.categoryId refers to category 99, which does not exist",
          conflict:
            "body.0.profile.externalId is taken by pet 124; choose another external id, or clear the external id of that pet first",
        },
        headers: { 200: { "Idempotent-Replayed": replayed }, 201: { "Idempotent-Replayed": replayed } },
        examples: {
          request: {
            two: [{ name: "Frank", categoryId: 1 }, lunaFields],
            profile: [{ name: "Frank", categoryId: 1, profile: given }],
          },
          200: { valid: { valid: true, count: 2 } },
          201: { two: [frank, luna] },
        },
        links: { 201: firstPetLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
