import type { Event } from "@petstore/contract/client";

/** Returns an event that has only what the pages read of it. */
export const eventOf = (kind: string, subjectId: number, fields: object = {}): Event =>
  ({
    id: `3f9a2b07-${subjectId}`,
    type: `${kind}.updated`,
    at: "2026-11-21T09:30:00.000Z",
    subject: { kind, id: subjectId },
    changed: [],
    before: null,
    after: null,
    ...fields,
  }) as unknown as Event;
