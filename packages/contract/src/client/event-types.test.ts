import { expect, expectTypeOf, it } from "vitest";
import type { Event as SchemaEvent, EventType } from "../schemas.js";
import type { Client, Event, Order, PastOrder, Pet, Profile } from "./index.js";

// The compiler does this test, as in types.test.ts.

declare const client: Client;

/** This function is never called. */
export const narrow = async () => {
  for await (const event of client.events.follow()) {
    if (event.type === "pet.updated") {
      expectTypeOf(event.after).toEqualTypeOf<Pet>();
      expectTypeOf(event.before.name).toEqualTypeOf<string>();
    }
    if (event.type === "profile.updated") expectTypeOf(event.after.photos).toEqualTypeOf<Profile["photos"]>();
    if (event.type === "order.updated") {
      expectTypeOf(event.before).toEqualTypeOf<PastOrder>();
      expectTypeOf(event.after).toEqualTypeOf<Order>();
      // @ts-expect-error `updatedAt` may be missing before the change.
      expectTypeOf(event.before.updatedAt.length);
    }
    if (event.type === "photo.deleted") expectTypeOf(event.after).toEqualTypeOf<null>();
    if (event.type === "catalogue.imported") expectTypeOf(event.subject.id).toEqualTypeOf<null>();
    else expectTypeOf(event.subject.id).toEqualTypeOf<number>();
    // @ts-expect-error There is no such type.
    if (event.type === "pet.upated") continue;
    // @ts-expect-error A pet has no such field.
    if (event.type === "pet.created") expectTypeOf(event.after.nmae);
    // @ts-expect-error The state before a creation is null.
    if (event.type === "note.created") expectTypeOf(event.before.text);
    // @ts-expect-error Only the type tells which states an event has.
    expectTypeOf(event.after.name);
  }
  // @ts-expect-error There is no such type.
  client.events.follow({ types: ["pet.upated"] });
};

it("narrows an event by its type, with the states that the contract declares", () => {
  expectTypeOf<Event["type"]>().toEqualTypeOf<EventType>();
  expectTypeOf<SchemaEvent["type"]>().toEqualTypeOf<EventType>();
  expect(narrow).toBeTypeOf("function");
});
