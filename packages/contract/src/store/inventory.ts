import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Category } from "../category/category.js";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { Id } from "../http/identifiers.js";
import type { RouteMetadata } from "../http/metadata.js";
import { NoQuery } from "../http/rules.js";

const c = initContract();

const amount = (status: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `The number of ${status} pets.`, examples: [12] });
const amounts = { available: amount("available"), pending: amount("pending"), sold: amount("sold") };

/** The number of pets by status, in total and for each category. */
export const Inventory = z
  .strictObject({
    byStatus: z.strictObject(amounts).meta({ description: "All pets of the store." }),
    byCategory: z
      .array(
        z.strictObject({
          categoryId: Id.meta({ description: "Identifier of the category.", examples: [2] }),
          name: Category.shape.name,
          ...amounts,
        }),
      )
      .meta({ description: "Each category, including empty ones, in the order of `GET /categories`." }),
  })
  .meta({ id: "Inventory", description: "The number of pets by status, from one consistent snapshot." });
/** See the schema of the same name. */
export type Inventory = z.infer<typeof Inventory>;

/** The route of the inventory. */
export const inventory = c.router(
  {
    getInventory: {
      method: "GET",
      path: "/inventory",
      summary: "Get the inventory",
      description:
        "Returns the number of pets by status, in total and for each category, from one consistent snapshot.",
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Inventory, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: { 200: "The inventory." },
        headers: { 200: validators, 304: validators },
        examples: {
          200: {
            dogs: {
              byStatus: { available: 12, pending: 2, sold: 3 },
              byCategory: [{ categoryId: 2, name: "Dogs", available: 12, pending: 2, sold: 3 }],
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
