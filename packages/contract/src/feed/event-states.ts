import * as z from "zod";
import { EventType, type HistoryKind } from "../event/event-type.js";
import { placed } from "../examples.js";
import { Category } from "../category/category.js";
import { Id } from "../http/identifiers.js";
import { Order } from "../order/order.js";
import { Attribute } from "../pet/attribute.js";
import { Note } from "../pet/note.js";
import { Pet } from "../pet/pet.js";
import { Photo } from "../pet/photo.js";
import { Profile } from "../pet/profile.js";
import { Store } from "../store/settings.js";

/** The schema of each kind of subject, which is the same in events and in the responses of its operations. */
const representations = {
  pet: Pet,
  category: Category,
  order: Order,
  attribute: Attribute,
  profile: Profile,
  photo: Photo,
  note: Note,
  store: Store,
} as const satisfies Readonly<Record<Exclude<HistoryKind, "catalogue">, z.ZodType>>;

const withoutTime =
  "before a change. For API keys of scope `read` it has no `updatedAt`, because that may be the time of a change that these keys may not see.";

const { updatedAt: _, ...pastOrder } = placed;

/**
 * The schemas of the state before a change, for the kinds whose `updatedAt` also changes when a reader sees no other
 * difference.
 */
const pastRepresentations = {
  order: Order.partial({ updatedAt: true }).meta({
    id: "PastOrder",
    description: `An order ${withoutTime}`,
    examples: [pastOrder],
  }),
  profile: Profile.partial({ updatedAt: true }).meta({
    id: "PastProfile",
    description: `A profile ${withoutTime}`,
    examples: [{ externalId: null, attributes: {}, photos: [] }],
  }),
} as const;

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

const MergedCategory = z
  .strictObject({
    into: Id.meta({ description: "The category that has received the pets.", examples: [1] }),
    moved: count("The number of the pets.", 17),
  })
  .meta({ id: "MergedCategory", description: "What happened to a category that was merged." });

const ImportedPets = z
  .strictObject({
    source: z.string().meta({ description: "The format of the file, or `sample`.", examples: ["pets.csv"] }),
    imported: count("The number of new pets.", 10_000),
    updated: count("The number of changed pets, which have events of their own.", 0),
    leftCount: count("The number of rows that were skipped.", 2),
    categories: z
      .strictObject({ all: count("All of them.", 4), new: count("The new ones.", 1) })
      .meta({ description: "The number of the pets' categories." }),
    firstPetId: Id.optional().meta({ description: "The lowest id of the new pets.", examples: [200] }),
    lastPetId: Id.optional().meta({ description: "The highest id of the new pets.", examples: [10_199] }),
  })
  .meta({ id: "ImportedPets", description: "What an import has done." });

const before = z.null().meta({ description: "It did not exist." });
const after = z.null().meta({ description: "It no longer exists." });

/** The states in events that are neither a creation, nor an update, nor a deletion. */
const specialStates = {
  "category.merged": { before: Category, after: MergedCategory },
  "catalogue.imported": { before, after: ImportedPets },
} as const;

type Kind = keyof typeof representations;
type Past<Of extends Kind> = Of extends keyof typeof pastRepresentations
  ? (typeof pastRepresentations)[Of]
  : (typeof representations)[Of];

type UsualStates<Of extends Kind, Verb> = {
  readonly before: Verb extends "created" ? typeof before : Past<Of>;
  readonly after: Verb extends "deleted" ? typeof after : (typeof representations)[Of];
};

type States = {
  readonly [Type in EventType]: Type extends keyof typeof specialStates
    ? (typeof specialStates)[Type]
    : Type extends `${infer Of extends Kind}.${infer Verb}`
      ? UsualStates<Of, Verb>
      : never;
};

const statesOf = (type: EventType): { readonly before: z.ZodType; readonly after: z.ZodType } => {
  const [kind, verb] = type.split(".") as [Kind, string];
  const now: z.ZodType = representations[kind];
  const past: Readonly<Partial<Record<Kind, z.ZodType>>> = pastRepresentations;
  const usual = { before: verb === "created" ? before : (past[kind] ?? now), after: verb === "deleted" ? after : now };
  return { ...usual, ...(specialStates as Readonly<Record<string, typeof usual>>)[type] };
};

/** The schemas of `before` and `after` by the type of the event. This is the only table of what events contain. */
export const eventStates = Object.fromEntries(EventType.options.map((type) => [type, statesOf(type)])) as States;
