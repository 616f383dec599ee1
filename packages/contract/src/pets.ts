import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { entityTag, notModified, readHeaders, validators } from "./conditional-requests.js";
import { getPetDeprecation } from "./deprecation.js";
import { commonErrors, errorResponses } from "./errors.js";
import { replayed, writeOnceHeaders } from "./idempotency.js";
import { listIds, TextId } from "./identifiers.js";
import type { RouteMetadata } from "./metadata.js";
import { NameFilter } from "./names.js";
import { Cursor, limitOf, pageLinks } from "./paging.js";
import { NewPet, Pet, PetPath, Pets, PetStatus } from "./pet.js";
import { countHeaders, Prefer } from "./preferences.js";
import { NoQuery, rule } from "./rules.js";

const c = initContract();

const frank = { id: 123, name: "Frank", categoryId: 1, status: "available" };

/** What `sort` may be: `-` turns the order round. */
export const PetSort = z.enum(["id", "-id", "name", "-name"], rule("must be one of id, -id, name, -name"));
/** See the schema of the same name. */
export type PetSort = z.infer<typeof PetSort>;

const beta = { "x-stability": "beta" };

/** The routes of the published interface, below `/pets`. */
export const pets = c.router(
  {
    listPets: {
      method: "GET",
      path: "/pets",
      summary: "List all animals",
      description:
        "Answers a page of the store's animals, in the order of their ids unless `sort` says otherwise. `Link` leads to the other pages; whatever is added, changed or deleted meanwhile, no page repeats or skips an animal that stays as it is.",
      headers: { prefer: Prefer, ...readHeaders },
      query: z.strictObject({
        limit: limitOf("animals"),
        status: PetStatus.optional().meta({ description: "Only animals of this availability status." }),
        categoryId: TextId.optional().meta({ description: "Only animals of this category.", examples: [1], ...beta }),
        name: NameFilter.optional().meta({
          description: "Only animals with this text anywhere in their name, in whatever letters.",
          examples: ["fra"],
          ...beta,
        }),
        id: listIds(100)
          .optional()
          .meta({
            description: "Only these animals: up to 100 ids, each as a parameter of its own (`id=1&id=2`).",
            examples: [[123, 124]],
            ...beta,
          }),
        sort: PetSort.default("id").meta({
          description: "The order: by id, or by name in small letters and then by id; `-` turns it round.",
          ...beta,
        }),
        cursor: Cursor.optional(),
      }),
      responses: { 200: Pets, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "stable",
        scope: "read",
        betaStatuses: [304],
        statusMeanings: {
          200: "A page of animals.",
          304: "The page is as the client knows it.",
          400: "A query parameter is unknown, or it or a header field breaks a rule.",
        },
        headers: {
          200: { Link: { ...pageLinks("/v1/pets"), stability: "beta" }, ...countHeaders, ...validators },
          304: validators,
        },
        examples: { 200: { page: [frank] } },
      } as const satisfies RouteMetadata,
    },
    createPet: {
      method: "POST",
      path: "/pets",
      summary: "Add an animal",
      description: "Adds one animal and answers it with the id it was given.",
      headers: writeOnceHeaders,
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
          409: "The service is set up not to register unknown categories (`category_not_found`), or the first request with this `Idempotency-Key` is still under way (`idempotency_key_in_use`).",
        },
        codes: { 409: ["category_not_found", "idempotency_key_in_use"] },
        headers: {
          201: {
            Location: { description: "The path of the new animal.", example: "/v1/pets/123" },
            ETag: entityTag,
            "Idempotent-Replayed": replayed,
          },
        },
        examples: {
          request: {
            minimal: { name: "Frank", categoryId: 1 },
            full: { name: "Luna", categoryId: 2, status: "pending" },
          },
          201: { frank },
        },
      } as const satisfies RouteMetadata,
    },
    getPet: {
      method: "GET",
      path: "/pets/:petId",
      deprecated: true,
      summary: "Get an animal",
      description:
        "Answers one animal. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter, or with `id` to fetch animals that are known.",
      pathParams: PetPath,
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Pet, ...notModified, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "deprecated",
        scope: "read",
        betaStatuses: [304],
        statusMeanings: {
          200: "The requested animal.",
          304: "The animal is as the client knows it.",
          400: "A query parameter was given, of which this operation knows none, or a header field breaks a rule.",
          404: "The resource could not be found; so too where `petId` is no integer from 1 to 9007199254740991.",
        },
        headers: { 200: validators, 304: validators },
        examples: { 200: { frank } },
        deprecation: getPetDeprecation,
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
