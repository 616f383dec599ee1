import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { Category } from "./category.js";
import { notModified, readHeaders, validators } from "./conditional-requests.js";
import { commonErrors, errorResponses } from "./errors.js";
import { Id } from "./identifiers.js";
import type { RouteMetadata } from "./metadata.js";
import { NoQuery } from "./rules.js";

const c = initContract();

const amount = (status: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `How many animals are ${status}.` });
const amounts = { available: amount("available"), pending: amount("pending"), sold: amount("sold") };

/** How many animals there are of each status, in all and by category. */
export const Inventory = z
  .strictObject({
    byStatus: z.strictObject(amounts).meta({ description: "All animals of the store." }),
    byCategory: z
      .array(
        z.strictObject({
          categoryId: Id.meta({ description: "Identifier of the category." }),
          name: Category.shape.name,
          ...amounts,
        }),
      )
      .meta({ description: "Each category, in the order of `GET /categories`; those without animals too." }),
  })
  .meta({ id: "Inventory", description: "How many animals there are, as they were at one moment." });
/** See the schema of the same name. */
export type Inventory = z.infer<typeof Inventory>;

/** The route of the inventory. */
export const inventory = c.router(
  {
    getInventory: {
      method: "GET",
      path: "/inventory",
      summary: "Count the animals",
      description: "Answers how many animals there are of each status, in all and by category, at one moment.",
      headers: readHeaders,
      query: NoQuery,
      responses: { 200: Inventory, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: { 200: "The inventory.", 304: "The inventory is as the client knows it." },
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
