import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { Id } from "../../http/identifiers.js";
import { moment } from "../../http/moments.js";
import { personal } from "../../http/personal.js";
import { NoQuery, rule } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import type { AuthRouteMetadata } from "./metadata.js";

const c = initContract();

/** How often, in seconds, a page reports that its person edits a pet and asks who else does. */
export const EDITING_SECONDS = 5;
/** The number of seconds after the last report for which the person still counts as editing the pet. */
export const EDITING_EXPIRY_SECONDS = 15;
/** The maximum number of editors that the answer names, and of pets that one account can be editing. */
export const MAX_EDITORS = 10;

const editor = { id: 8, name: "Mara", since: "2026-11-21T09:30:00.000Z" };

/** The body of `tellEditing`, which a page sends about a pet whose details are open. */
const Editing = z
  .strictObject(
    {
      petId: Id.meta({ description: "The id of the pet.", examples: [123] }),
      isEditing: z.boolean("must be true or false").meta({
        description: "Whether the person has begun to change the pet, and has not saved it yet.",
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "Editing", description: "Whether a person edits a pet." });

/** The people who edit a pet, without the caller. */
const Editors = z
  .strictObject({
    editors: z
      .array(
        z.strictObject({
          id: Id.meta({ description: "The id of the account.", examples: [editor.id] }),
          name: personal(z.string(), "kept").meta({ description: "The person's name.", examples: [editor.name] }),
          since: moment.meta({ description: "When the person began, in UTC.", examples: [editor.since] }),
        }),
      )
      .max(MAX_EDITORS)
      .meta({ description: "The other accounts that are editing the pet, in the order in which they began." }),
  })
  .meta({ id: "Editors", description: "The other people who are editing a pet." });

/** The route with which pages tell each other who edits a pet. */
export const presence = c.router(
  {
    tellEditing: {
      method: "POST",
      path: "/editing",
      summary: "Tell whether one edits a pet, and learn who else does",
      description: `Tells the pages of other people whether the person of the session is editing a pet, and returns who else is. A page repeats the request every ${EDITING_SECONDS} seconds; ${EDITING_EXPIRY_SECONDS} seconds after the last request, the person no longer counts as editing. Nothing is stored, and nothing is locked: \`If-Match\` protects a change. An account can count as editing at most ${MAX_EDITORS} pets, the last ones for which it sent this request.`,
      query: NoQuery,
      body: Editing,
      responses: { 200: Editors, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        statusMeanings: { 200: "The other people who are editing the pet." },
        examples: { request: { begun: { petId: 123, isEditing: true } }, 200: { mara: { editors: [editor] } } },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);
