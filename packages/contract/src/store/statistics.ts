import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { notModified, readHeaders, validators } from "../http/conditional-requests.js";
import { commonErrors, errorResponses } from "../http/errors.js";
import { decimalDigits, Id } from "../http/identifiers.js";
import type { RouteMetadata } from "../http/metadata.js";
import { moment } from "../http/moments.js";
import { rule } from "../http/rules.js";
import { TimeZone } from "./time-zone.js";

const c = initContract();

const daysRule = "must be an integer from 7 to 90";
const Days = decimalDigits(z.int(rule(daysRule)).min(7, daysRule).max(90, daysRule), daysRule)
  .default(30)
  .meta({ description: "The number of days, today included.", examples: [30] });

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

/** What happened on each of the most recent days. */
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
          added: count(
            "The number of pets created, one by one or in a batch, that still exist. Pets that were brought back or imported do not count.",
          ),
          imported: count("The number of pets that imports added, including those that were deleted since."),
          sold: count(
            "The number of changes of a pet's status to `sold` that no later change took back; pets created as sold do not count.",
          ),
          ordered: count("The number of orders placed, cancelled ones too."),
        }),
      )
      .meta({ description: "One entry for each day without a gap, today last." }),
    longPending: z
      .array(LongPending)
      .max(MAX_LONG_PENDING)
      .meta({
        description: `The pets that are pending without an open order and have not changed for ${LONG_PENDING_DAYS} days, the longest first: at most ${MAX_LONG_PENDING}, of the first ${MAX_PENDING_READ} pending pets by id. Pets that an import added count from their first change.`,
      }),
  })
  .meta({ id: "Statistics", description: "What happened on each of the last days, by the audit trail." });
/** See the schema of the same name. */
export type Statistics = z.infer<typeof Statistics>;

/** The route of the statistics. */
export const statistics = c.router(
  {
    getStatistics: {
      method: "GET",
      path: "/statistics",
      summary: "Get the statistics of the last days",
      description:
        "Returns for each of the last days how many pets were added, imported and sold, and how many orders were placed. What was undone since, such as an added pet that was deleted or a sale that was taken back, does not count. The response also has the pets that have been pending for a long time. A day without events has zeros. `GET /history?counted=sold` lists the events of a number.",
      headers: readHeaders,
      query: z.strictObject({ days: Days, timeZone: TimeZone }),
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
          },
        },
      } as const satisfies RouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
