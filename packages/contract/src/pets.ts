import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { getPetDeprecation } from "./deprecation.js";
import { commonErrors, errorResponses } from "./errors.js";
import { Id, PathId } from "./identifiers.js";
import type { RouteMetadata } from "./metadata.js";
import { Name } from "./names.js";
import { Cursor, Limit } from "./paging.js";
import { NoQuery, rule } from "./rules.js";

const c = initContract();

/** Availability: `available`, `pending` or `sold`. */
export const PetStatus = z
  .enum(["available", "pending", "sold"], rule("must be one of available, pending, sold"))
  .meta({ id: "PetStatus", description: "Availability status of an animal." });
/** See the schema of the same name. */
export type PetStatus = z.infer<typeof PetStatus>;

/** The largest body of a request in bytes, unless its operation says otherwise. */
export const MAX_BODY_BYTES = 102_400;

/** What adding an animal takes. */
export const NewPet = z
  .strictObject(
    {
      name: Name.meta({
        description:
          "The animal's name. White space at both ends is trimmed before it is stored; the length is that of the trimmed name, in Unicode code points. Control characters and lone surrogates are refused.",
        examples: ["Frank"],
      }),
      categoryId: Id.meta({
        description:
          "Identifier of the category the animal belongs to. An id that no animal has used yet registers the category, unless the service is set up to refuse unknown ones.",
        examples: [1],
      }),
      // No `default`: generators of clients take a property that has one for required.
      status: PetStatus.optional().meta({ description: "Availability status; `available` when omitted." }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewPet",
    description: "An animal to be added.",
    examples: [{ name: "Frank", categoryId: 1, status: "available" }],
  });
/** See the schema of the same name. */
export type NewPet = z.infer<typeof NewPet>;

/** An animal of the store. */
export const Pet = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service on creation.", examples: [123] }),
    name: NewPet.shape.name.meta({ description: "The animal's name.", examples: ["Frank"] }),
    categoryId: NewPet.shape.categoryId.meta({
      description: "Identifier of the category the animal belongs to.",
      examples: [1],
    }),
    status: PetStatus,
  })
  .meta({
    id: "Pet",
    description: "An animal of the store.",
    examples: [{ id: 123, name: "Frank", categoryId: 1, status: "available" }],
  });
/** See the schema of the same name. */
export type Pet = z.infer<typeof Pet>;

/** A page of animals. */
export const Pets = z.array(Pet).meta({ id: "Pets", description: "Animals in the order of their ids." });
/** See the schema of the same name. */
export type Pets = z.infer<typeof Pets>;

const frank = { id: 123, name: "Frank", categoryId: 1, status: "available" };

/** The routes below `/pets`. */
export const pets = c.router(
  {
    listPets: {
      method: "GET",
      path: "/pets",
      summary: "List all animals",
      description:
        "Answers a page of the store's animals, in the order of their ids. `Link` leads to the next page while there is one; a new animal never makes a page repeat or skip one that was there before.",
      query: z.strictObject({
        limit: Limit,
        status: PetStatus.optional().meta({ description: "Only animals of this availability status." }),
        cursor: Cursor.optional(),
      }),
      responses: { 200: Pets, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "stable",
        scope: "read",
        statusMeanings: { 200: "A page of animals.", 400: "A query parameter is unknown or breaks a rule." },
        headers: {
          200: {
            Link: {
              description: 'The next page, `rel="next"` (RFC 8288), while there is one.',
              example: '</v1/pets?limit=20&cursor=AAAAAAAAABTFlzKugPqI6moSXbRfd3td>; rel="next"',
            },
          },
        },
        examples: { 200: { page: [frank] } },
      } as const satisfies RouteMetadata,
    },
    createPet: {
      method: "POST",
      path: "/pets",
      summary: "Add an animal",
      description: "Adds one animal and answers it with the id it was given.",
      query: NoQuery,
      body: NewPet,
      responses: { 201: Pet, ...errorResponses(400, 403, 409, 413, 415, ...commonErrors) },
      metadata: {
        stability: "stable",
        scope: "write",
        statusMeanings: {
          201: "Animal added.",
          400: "Body lacks required fields or contains invalid values.",
          409: "Only where the service is set up not to register unknown categories: `category_not_found`.",
          413: `The body is larger than ${MAX_BODY_BYTES.toLocaleString("en")} bytes.`,
        },
        codes: { 409: ["category_not_found"] },
        headers: { 201: { Location: { description: "The path of the new animal.", example: "/v1/pets/123" } } },
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
        "Answers one animal. Deprecated, to be removed on 5 December 2030: use `GET /pets` with the `status` filter.",
      pathParams: z.strictObject({ petId: PathId.meta({ description: "Identifier of the animal.", examples: [123] }) }),
      query: NoQuery,
      responses: { 200: Pet, ...errorResponses(400, 404, ...commonErrors) },
      metadata: {
        stability: "deprecated",
        scope: "read",
        statusMeanings: {
          200: "The requested animal.",
          400: "A query parameter was given; this operation knows none.",
          404: "The resource could not be found; so too where `petId` is no integer from 1 to 9007199254740991.",
        },
        examples: { 200: { frank } },
        deprecation: getPetDeprecation,
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
