import type { contract, Event } from "@petstore/contract/routes";
import type { Input, Operation } from "../operation/operation.js";
import { RawJson } from "../operation/raw-json.js";
import type { EventFeed, FeedPage } from "./event-feed.js";
import { writePlace } from "./event-feed.js";

type Route = typeof contract.events.listEvents;
type Filter = Pick<Input<Route>["query"], "types" | "subject">;

/** @returns undefined if every event matches */
const matcherOf = ({ types, subject }: Filter): ((event: Event) => boolean) | undefined => {
  if (types === undefined && subject === undefined) return undefined;
  const [kind, id] = subject?.split(":") ?? [];
  return (event) =>
    (types === undefined || (types as string[]).includes(event.type)) &&
    (kind === undefined || event.subject.kind === kind) &&
    (id === undefined || event.subject.id === Number(id));
};

const pageJson = ({ events, next, hasMore }: FeedPage) =>
  new RawJson(
    `{"data":[${events.map(({ json }) => json).join(",")}],"next":"${writePlace(next)}","hasMore":${hasMore}}`,
  );

export const listEvents =
  ({ eventFeed }: { readonly eventFeed: EventFeed }): Operation<Route> =>
  async ({ query: { after, limit, wait, ...filter } }, flow, caller) => {
    const scope = caller?.scope ?? "read";
    const matches = matcherOf(filter);
    const signal = AbortSignal.timeout(wait * 1_000);
    let place = await eventFeed.open(after);
    for (;;) {
      const page = await eventFeed.read({ after: place, scope, limit, flow, ...(matches && { matches }) });
      const isAnswer = page.events.length > 0 || page.hasMore || wait === 0 || signal.aborted;
      if (isAnswer) {
        return { status: 200, body: pageJson(page), headers: { "Cache-Control": "private, no-store" } } as const;
      }
      place = page.next;
      await eventFeed.changed(place, signal);
    }
  };
