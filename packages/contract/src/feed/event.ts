import * as z from "zod";
import { Actor } from "../event/audit-event.js";
import {
  ChangedFields,
  EventCatalogue,
  EventId,
  EventPetPart,
  EventRange,
  EventSubject,
  EventTime,
  Resync,
} from "../event/event-parts.js";
import { eventStates } from "./event-states.js";
import { EventType } from "../event/event-type.js";
import { soldEvent } from "../examples.js";
import type { SchemaOf } from "../http/rules.js";

const resyncing = ["category.merged", "catalogue.imported"] as const satisfies readonly EventType[];
const isResyncing = (type: EventType) => resyncing.some((one) => one === type);

type PetPartType = Extract<EventType, `photo.${string}` | `note.${string}`>;
const isAboutPetPart = (type: EventType): type is PetPartType => /^(?:photo|note)\./.test(type);

const subjectOf = (type: EventType) => {
  if (type === "catalogue.imported") return EventCatalogue;
  return isAboutPetPart(type) ? EventPetPart : EventSubject;
};

/** The fields of an event other than its states. */
const commonFields = (type: EventType) => ({
  at: EventTime,
  subject: subjectOf(type),
  changed: ChangedFields,
});
const lastFields = (type: EventType) => ({
  ...(isResyncing(type) && { resync: Resync.optional(), range: EventRange.optional() }),
  actor: Actor.optional(),
});

type CommonFields = {
  id: string;
  at: string;
  changed: string[];
  actor?: Actor | undefined;
};
type Resyncing = { resync?: true | undefined; range?: z.infer<typeof EventRange> | undefined };

type SubjectOf<Type extends EventType> = Type extends "catalogue.imported"
  ? typeof EventCatalogue
  : Type extends PetPartType
    ? typeof EventPetPart
    : typeof EventSubject;

/** The event of each type. */
export type EventOf<Type extends EventType> = CommonFields & {
  type: Type;
  subject: z.infer<SubjectOf<Type>>;
  before: z.infer<(typeof eventStates)[Type]["before"]>;
  after: z.infer<(typeof eventStates)[Type]["after"]>;
} & (Type extends (typeof resyncing)[number] ? Resyncing : unknown);

/** `pet.created` is described by the component `PetCreatedEvent`. */
const componentOf = (type: EventType) =>
  `${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of the events of one type. */
export const eventSchemaOf = (type: EventType): z.ZodObject =>
  z
    .strictObject({
      id: EventId,
      type: z.literal(type).meta({ description: "The type." }),
      ...commonFields(type),
      ...eventStates[type],
      ...lastFields(type),
    })
    .meta({ id: componentOf(type), description: `The event \`${type}\`.` });

const eventObjects = EventType.options.map(eventSchemaOf) as [z.ZodObject, ...z.ZodObject[]];

/**
 * A change of the catalogue that has been committed. `type` tells which fields its states have. Later versions may add
 * types, which a program must expect although the type does not have them.
 */
export type Event = { [Type in EventType]: EventOf<Type> }[EventType];

/** A change of the catalogue that has been committed. */
export const Event = z.discriminatedUnion("type", eventObjects).meta({
  id: "Event",
  description:
    "A change of the catalogue that has been committed. `type` is the kind of subject and what happened to it, and decides what `before` and `after` contain: the subject as its operations return it. A subject that is restored is reported as created, with its old id. An attribute that becomes private is `attribute.deleted` for API keys of scope `read`. An order has no `note`; the `placeholder` of a photo is empty; a profile has the photos of the time at which the event is read. Only API keys of scope `admin` see the `actor`. Later versions may add types, so a client must handle one that it does not know.",
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(EventType.options.map((type) => [type, `#/components/schemas/${componentOf(type)}`])),
  },
  examples: [soldEvent],
}) as unknown as SchemaOf<Event>;
