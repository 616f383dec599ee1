import { initContract } from "@ts-rest/core";
import { changeHeaders, entityTag, notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import { profile } from "./examples.js";
import type { RouteMetadata } from "./metadata.js";
import { PetPath } from "./pet.js";
import { Profile, ProfileChange } from "./profile.js";
import { NoQuery } from "./rules.js";

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
        "Returns what the store knows of the pet beyond its fields. A pet without a profile has nulls, no attributes and no photos. API keys of scope `read` get the public attributes.",
      pathParams: PetPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Profile, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The profile.",
          304: "The profile is unchanged.",
          404: "There is no pet with this id.",
        },
        headers: { 200: validators, 304: validators },
        examples: { 200: { profile, none: { externalId: null, attributes: {}, photos: [], updatedAt: null } } },
      } as const satisfies RouteMetadata,
    },
    updateProfile: {
      method: "PATCH",
      path,
      summary: "Change the profile of a pet",
      description:
        "A JSON Merge Patch (RFC 7396): null clears, and what is absent stays. Each value is checked against its attribute; one error names all that are wrong. Two changes at the same time keep each other's values.",
      pathParams: PetPath,
      headers: changeHeaders("profile"),
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
          412: "`If-Match` does not match the current `ETag`; the profile was not changed.",
        },
        codes: { 409: ["conflict"] },
        messages: {
          ...messages,
          conflict: "body.externalId is taken by pet 124; choose another, or clear that pet's first",
        },
        headers: { 200: { ETag: entityTag } },
        examples: {
          request: {
            externalId: { externalId: profile.externalId },
            values: { attributes: { ...profile.attributes } },
          },
          200: { profile },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
