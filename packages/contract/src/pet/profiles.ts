import { initContract } from "@ts-rest/core";
import { actionKeyHeaders } from "../http/action-key.js";
import { PetPath } from "../http/identifiers.js";
import * as z from "zod";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { frank, given, profile } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import type { RouteMetadata } from "../http/metadata.js";
import { MAX_PROFILE_UPDATES, Profile, ProfileBatchResult, ProfileChange, ProfileUpdates } from "./profile.js";
import { Flag, NoQuery } from "../http/rules.js";

const path = "/pets/:petId/profile";
const messages = { precondition_failed: "If-Match does not match the current ETag; fetch the profile again" };

/** The routes of a pet's profile. */
export const profiles = initContract().router(
  {
    getProfile: {
      method: "GET",
      path,
      summary: "Get the profile of a pet",
      description:
        "Returns what the store knows about the pet in addition to its fields. For a pet without a profile, the fields are null, and there are no attributes and no photos. API keys of scope `read` get the public attributes.",
      pathParams: PetPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Profile, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The profile.",
          404: "There is no pet with this id.",
        },
        headers: { 200: validators, 304: validators },
        examples: { 200: { profile, none: { externalId: null, attributes: {}, photos: [], updatedAt: null } } },
      } as const satisfies RouteMetadata,
    },
    updateProfile: {
      method: "PATCH",
      path,
      summary: "Update the profile of a pet",
      description:
        "A JSON Merge Patch (RFC 7396): null clears a field, and an absent field stays as it is. Each value is checked against its attribute; one error names all wrong values. If two requests change different values at the same time, both changes are kept.",
      pathParams: PetPath,
      headers: { ...changeHeaders("profile"), ...actionKeyHeaders },
      query: NoQuery,
      body: ProfileChange,
      responses: { 200: Profile, ...errorResponses(400, 403, 404, 409, 412, 413, 415, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        statusMeanings: {
          200: "The updated profile.",
          400: "The request is invalid; `message` names each wrong value, its rule and what was given.",
          404: "There is no pet with this id.",
          409: "Another pet has this `externalId`.",
        },
        codes: { 409: ["conflict"] },
        messages: {
          ...messages,
          conflict:
            "body.externalId is taken by pet 124; choose another external id, or clear the external id of that pet first",
        },
        headers: { 200: { ETag: entityTag } },
        examples: {
          request: {
            externalId: { externalId: profile.externalId },
            values: { attributes: { ...profile.attributes } },
          },
          200: { profile: { ...profile, photos: [] } },
        },
      } as const satisfies RouteMetadata,
    },
    updateProfileBatch: {
      method: "POST",
      path: "/profiles/batch",
      summary: "Update many profiles",
      description: `Changes the profiles of 1 to ${MAX_PROFILE_UPDATES.toLocaleString("en")} pets, all or none, each by a JSON Merge Patch (RFC 7396). An error names each problem by the index of its change, counted from 0. Pets can exchange their external ids.`,
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: z.strictObject({
        dryRun: Flag.optional().meta({
          description: "`true` returns the same result and changes nothing.",
          examples: [true],
        }),
      }),
      body: ProfileUpdates,
      responses: { 200: ProfileBatchResult, ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "write",
        maxBodyBytes: 5_242_880,
        statusMeanings: {
          200: "All profiles are now as the request asks; after a dry run, the request would succeed.",
          413: "The body exceeds 5,242,880 bytes, or the pets have profiles of more than 12 MB: send fewer at a time.",
          409: "Pets do not exist, and `message` names each (`pet_not_found`); other pets have an `externalId` (`conflict`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
        },
        codes: { 409: ["pet_not_found", "conflict", "idempotency_key_in_use"] },
        messages: {
          pet_not_found: "body.0.petId refers to pet 123, which does not exist",
          conflict:
            "body.0.profile.externalId is taken by pet 124; choose another external id, or clear the external id of that pet first",
        },
        headers: { 200: { "Idempotent-Replayed": replayed } },
        examples: {
          request: {
            byId: [{ petId: frank.id, profile: given }],
            byExternalId: [{ externalId: given.externalId, profile: { attributes: { weight: null } } }],
          },
          200: { changed: { count: 1, changed: 1 } },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
