import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Category } from "../category/category.js";
import { dogs } from "../examples.js";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { expansionsOf } from "../http/expansions.js";
import { decimalDigits, Id } from "../http/identifiers.js";
import type { RouteMetadata } from "../http/metadata.js";
import { moment } from "../http/moments.js";
import { Money } from "../http/money.js";
import { rule } from "../http/rules.js";
import { TimeZone } from "./time-zone.js";

const c = initContract();

/** A leap year. */
const MAX_STATISTICS_DAYS = 366;

const daysRule = `must be an integer from 1 to ${MAX_STATISTICS_DAYS}`;

const Days = decimalDigits(z.int(rule(daysRule)).min(1, daysRule).max(MAX_STATISTICS_DAYS, daysRule), daysRule)
  .default(30)
  .meta({ description: "The number of days, the last one included.", examples: [30] });

const dateRule = "must be a date of the years 2000 to 2999, for example 2026-11-30";
const LastDay = z
  .string(rule(dateRule))
  .refine((text) => /^2\d{3}-/.test(text) && z.iso.date().safeParse(text).success, dateRule)
  .optional()
  .meta({
    format: "date",
    maxLength: 10,
    pattern: "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$",
    description: "The last of the days; today by default.",
    examples: ["2026-11-30"],
  });

const Expand = expansionsOf(["sales", "categories"])
  .optional()
  .meta({
    description:
      "`sales` adds the `sales` of each day and category, `categories` the numbers of each category: one parameter each.",
    examples: [["sales"]],
  });

const count = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ description: what, examples: [3] });

/** A pending pet that has not changed for this many days counts as pending for a long time. */
export const LONG_PENDING_DAYS = 14;

/**
 * The maximum number of pets that {@link Statistics} lists as pending for a long time. It is also the number of pending
 * pets that the service examines to find them.
 */
export const MAX_LONG_PENDING = 10;
export const MAX_PENDING_READ = 500;

const LongPending = z.strictObject({
  id: Id.meta({ description: "Identifier of the pet.", examples: [123] }),
  since: moment.meta({ description: "When it was last changed, in UTC.", examples: ["2026-10-30T09:30:00.000Z"] }),
});

const Sales = z
  .strictObject({
    paid: z
      .array(Money)
      .meta({ description: "The sum of the prices of the orders that were paid, one entry for each currency." }),
    stays: z
      .strictObject({
        pets: count("The number of these pets."),
        days: z
          .number()
          .min(0)
          .meta({ description: "The sum of their times in the store, in days of 24 hours.", examples: [43.5] }),
      })
      .meta({
        description:
          "How long the pets that `sold` counts were in the store, from their creation or import to the sale, if the audit trail still has it.",
      }),
  })
  .meta({ id: "Sales", description: "What was paid, and how long the sold pets were in the store." });

const numbers = {
  added: count(
    "The number of pets created, one by one or in a batch, that still exist. Pets that were brought back or imported do not count.",
  ),
  imported: count("The number of pets that imports added, including those that were deleted since."),
  sold: count(
    "The number of changes of a pet's status to `sold` that no later change took back; pets created as sold do not count.",
  ),
  ordered: count("The number of orders placed, cancelled ones too."),
  sales: Sales.optional().meta({ description: "Only with `expand=sales`." }),
};

const countOfDays = count("As in `days`.");

/** What happened on each of some days, and in each category. */
export const Statistics = z
  .strictObject({
    days: z
      .array(
        z.strictObject({
          date: z.string().meta({
            format: "date",
            description: "The day, in the time zone of the request.",
            examples: ["2026-11-22"],
          }),
          ...numbers,
        }),
      )
      .meta({ description: "One entry for each day without a gap, the last one last." }),
    categories: z
      .array(
        z.strictObject({
          categoryId: Id.nullable().meta({
            description: "The category of the pets, or the last one of deleted pets; null if it is unknown or deleted.",
            examples: [dogs.id],
          }),
          name: Category.shape.name,
          added: countOfDays,
          imported: countOfDays,
          sold: countOfDays,
          ordered: countOfDays,
          sales: numbers.sales,
        }),
      )
      .optional()
      .meta({
        description:
          "The numbers of all days for each category that has any, in the order of the ids, null last; only with `expand=categories`.",
      }),
    longPending: z
      .array(LongPending)
      .max(MAX_LONG_PENDING)
      .meta({
        description: `The pets that are pending without an open order and have not changed for ${LONG_PENDING_DAYS} days, the longest first: at most ${MAX_LONG_PENDING}, of the first ${MAX_PENDING_READ} pending pets by id. Pets that an import added count from their first change.`,
      }),
  })
  .meta({ id: "Statistics", description: "What happened on each of some days, by the audit trail." });
/** See the schema of the same name. */
export type Statistics = z.infer<typeof Statistics>;

const dayOfDogs = {
  added: 12,
  imported: 0,
  sold: 3,
  ordered: 4,
  sales: { paid: [{ amount: 750, currency: "EUR" }], stays: { pets: 3, days: 43.5 } },
};

/** The route of the statistics. */
export const statistics = c.router(
  {
    getStatistics: {
      method: "GET",
      path: "/statistics",
      summary: "Get the statistics of the last days",
      description:
        "Returns for each of the last days, or of the days up to `lastDay`, how many pets were added, imported and sold, and how many orders were placed. What was undone since, such as an added pet that was deleted or a sale that was taken back, does not count. The response also has the pets that have been pending for a long time. A day without events has zeros. `GET /history?counted=sold` lists the events of a number.",
      headers: readHeaders,
      query: z.strictObject({ days: Days, lastDay: LastDay, timeZone: TimeZone, expand: Expand }),
      responses: { 200: Statistics, ...notModified, ...errorResponses(400, ...commonErrors) },
      metadata: {
        stability: "beta",
        scope: "read",
        statusMeanings: {
          200: "The statistics.",
          400: "A query parameter is unknown, or a query parameter or header is invalid.",
        },
        headers: { 200: validators, 304: validators },
        examples: {
          200: {
            week: {
              days: [
                ...["16", "17", "18", "19", "20", "21"].map((day) => ({
                  date: `2026-11-${day}`,
                  added: 0,
                  imported: 0,
                  sold: 0,
                  ordered: 0,
                })),
                { date: "2026-11-22", added: 12, imported: 0, sold: 3, ordered: 4 },
              ],
              longPending: [{ id: 123, since: "2026-10-30T09:30:00.000Z" }],
            },
            report: {
              days: [{ date: "2026-11-22", ...dayOfDogs }],
              categories: [{ categoryId: dogs.id, name: dogs.name, ...dayOfDogs }],
              longPending: [],
            },
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
