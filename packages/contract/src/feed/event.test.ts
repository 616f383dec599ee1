import { isDeepStrictEqual } from "node:util";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { contract } from "../contract.js";
import { routeMetadata } from "../http/routes.js";
import { Event, EventType, WebhookMessage } from "../schemas.js";
import { eventStates } from "./event-states.js";
import { eventTypeOf, historyActions } from "../event/event-type.js";

type Schema = {
  readonly oneOf?: readonly { readonly $ref: string }[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
  readonly properties?: { readonly type?: { readonly const?: string } };
  readonly examples?: readonly unknown[];
};
type Media = { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
const document = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly webhooks: Readonly<
    Record<string, { readonly post: { readonly requestBody: { readonly content: Readonly<Record<string, Media>> } } }>
  >;
};
const { schemas } = document.components;

describe("the types of events", () => {
  it("have a schema of both states for every action of the history", () => {
    const types = new Set(historyActions.map(eventTypeOf));
    const isState = (schema: unknown) => schema instanceof z.ZodType;
    const missing = [...types].filter(
      (type) => !isState(eventStates[type].before) || !isState(eventStates[type].after),
    );
    expect(missing).toEqual([]);
    expect(new Set(Object.keys(eventStates))).toEqual(types);
  });

  it("are a union in the document, whose discriminator leads to the schema of each type", () => {
    const { oneOf = [], discriminator } = schemas["Event"] ?? {};
    expect(discriminator?.propertyName).toBe("type");
    const led = Object.entries(discriminator?.mapping ?? {}).map(([type, reference]) => [
      type,
      schemas[reference.split("/").at(-1) ?? ""]?.properties?.type?.const,
    ]);
    expect(led).toEqual(EventType.options.map((type) => [type, type]));
    expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator?.mapping ?? {}));
  });
});

type States = { readonly before: Readonly<Record<string, unknown>> | null; readonly after: States["before"] };

const differing = ({ before, after }: States): string[] =>
  before === null || after === null
    ? []
    : [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (name) => !isDeepStrictEqual(before[name], after[name]),
      );

/** Says what is impossible about an event; undefined if the service could send it. */
const impossibleIn = (given: unknown): string | undefined => {
  const { success, error, data: event } = Event.safeParse(given);
  if (!success) return z.prettifyError(error);
  const states = event as unknown as States;
  const verb = event.type.split(".")[1];
  if (verb === "updated" && differing(states).length === 0) return "nothing has changed";
  if (!isDeepStrictEqual(event.changed, differing(states))) return "changed does not name what differs";
  if (!event.type.startsWith(`${event.subject.kind}.`)) return "the type is of another kind";
  const ids = [states.before, states.after].flatMap((state) =>
    typeof state?.["id"] === "number" ? [state["id"]] : [],
  );
  return ids.some((id) => id !== event.subject.id) ? "a state is of another subject" : undefined;
};

describe("the examples of events", () => {
  const { otherAnswerTypes, examples } = routeMetadata(contract.events.listEvents);
  const page = Object.values(examples?.["200"] ?? {}).flatMap((body) => (body as { data: unknown[] }).data);
  const streamed = [...(otherAnswerTypes?.["text/event-stream"]?.example ?? "").matchAll(/^data: (.+)$/gm)].map(
    ([, data = ""]): unknown => JSON.parse(data),
  );
  const sent = Object.values(document.webhooks).flatMap(({ post }) =>
    Object.values(post.requestBody.content["application/json"]?.examples ?? {}).map(({ value }) => value),
  );

  it("are possible: they are valid for their type, and differ in the fields named as changed", () => {
    const inMessages = sent
      .map((message) => WebhookMessage.parse(message))
      .flatMap(({ type, data }) => ("at" in data ? [{ type, data }] : []));
    expect(inMessages.map(({ type, data }) => type === data.type)).toEqual([true]);
    const all = [...page, ...streamed, ...(schemas["Event"]?.examples ?? []), ...inMessages.map(({ data }) => data)];
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(all.map(impossibleIn).filter(Boolean)).toEqual([]);
  });

  it("would be noticed if they were impossible", () => {
    const event = page[0] as Event & { before: object; after: object };
    expect(impossibleIn({ ...event, after: event.before })).toBe("nothing has changed");
    expect(impossibleIn({ ...event, changed: ["name"] })).toBe("changed does not name what differs");
    expect(impossibleIn({ ...event, subject: { kind: "pet", id: 7 } })).toBe("a state is of another subject");
    expect(impossibleIn({ ...event, type: "pet.created" })).toContain("expected null");
    expect(impossibleIn({ ...event, after: { ...event.after, colour: "red" } })).toContain("colour");
  });
});
