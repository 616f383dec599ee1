import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { actionKeyHeaders } from "../http/action-key.js";
import { PetPath } from "../http/identifiers.js";
import { entityTag, notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { getPetDeprecation } from "../http/deprecation.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { frank, lunaFields } from "../examples.js";
import { replayed, writeOnceHeaders } from "../http/idempotency.js";
import { petLinks } from "../http/links.js";
import type { RouteMetadata } from "../http/metadata.js";
import { pageLinks } from "../http/paging.js";
import { ExpandedPet, NewPet, Pet, Pets } from "./pet.js";
import { Expand, PetQuery } from "./pet-query.js";
import { countHeaders, Prefer } from "../http/preferences.js";
import { NoQuery } from "../http/rules.js";

const c = initContract();

/** The routes of the published interface, under `/pets`. */
export const pets = c.router(
  {
    listPets: {
      method: "GET",
      path: "/pets",
      summary: "List all animals",
      description:
        "Returns a page of pets, ordered by id unless `sort` is given. `Link` points to the other pages; concurrent changes never make a page repeat or skip an unchanged pet.",
      headers: { prefer: Prefer, ...readHeaders },
      query: PetQuery,
      responses: { 200: Pets, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "stable",
        scope: "read",
        betaStatuses: [304],
        statusMeanings: {
          200: "A page of pets.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: {
          200: { Link: pageLinks, ...countHeaders, ...validators },
          304: validators,
        },
        examples: { 200: { page: [frank] } },
      } as const satisfies RouteMetadata,
    },
    createPet: {
      method: "POST",
      path: "/pets",
      summary: "Add an animal",
      description: "Creates one pet and returns it with its new id.",
      headers: { ...writeOnceHeaders, ...actionKeyHeaders },
      query: NoQuery,
      body: NewPet,
      responses: { 201: Pet, ...errorResponses(400, 403, 409, 413, 415, 422, ...commonErrors) },
      metadata: {
        stability: "stable",
        scope: "write",
        betaStatuses: [422],
        statusMeanings: {
          201: "Animal added.",
          400: "Body lacks required fields or contains invalid values.",
          409: "The category does not exist and the service does not register unknown categories (`category_not_found`), or the first request with this `Idempotency-Key` is still in progress (`idempotency_key_in_use`).",
        },
        codes: { 409: ["category_not_found", "idempotency_key_in_use"] },
        beta: {
          statusMeanings: { 409: "Or another pet has the `externalId` of the profile (`conflict`)." },
          codes: { 409: ["conflict"] },
          messages: {
            conflict:
              "body.profile.externalId is taken by pet 124; choose another external id, or clear the external id of that pet first",
          },
        },
        headers: {
          201: {
            Location: {
              description:
                "The path of the new pet. Reading this path is deprecated: `GET /pets?id=123` reads the pet.",
              example: "/v1/pets/123",
            },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: {
          request: {
            minimal: { name: "Frank", categoryId: 1 },
            full: lunaFields,
          },
          201: { frank },
        },
        links: { 201: petLinks },
      } as const satisfies RouteMetadata,
    },
    getPet: {
      method: "GET",
      path: "/pets/:petId",
      deprecated: true,
      summary: "Get an animal",
      description:
        "Returns one pet. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter, or with `id` to fetch known pets.",
      pathParams: PetPath,
      headers: readHeaders,
      query: z.strictObject({ expand: Expand }),
      responses: { 200: ExpandedPet, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "deprecated",
        scope: "read",
        betaStatuses: [304],
        statusMeanings: {
          200: "The requested animal.",
          400: "A query parameter was given, but this operation has none, or a header is invalid.",
          404: "The resource could not be found; also if `petId` is not an integer from 1 to 9007199254740991.",
        },
        messages: { invalid_request: "query.colour is not a recognised parameter" },
        headers: { 200: validators, 304: validators },
        examples: { 200: { frank } },
        deprecation: getPetDeprecation,
        links: { 200: petLinks },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
