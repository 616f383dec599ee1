import { Event } from "@petstore/contract/routes";
import type { TestApi } from "./test-api.js";

type Frame = { readonly id?: string; readonly event?: string; readonly data?: Event; readonly retry?: string };

/** Parses a frame as the HTML Standard requires (§9.2.6). A comment is a field with an empty name. */
const parseFrame = (text: string): Frame => {
  const fields = Object.fromEntries(
    text.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]),
  );
  return { ...fields, ...(fields["data"] !== undefined && { data: Event.parse(JSON.parse(fields["data"])) }) };
};

/** Follows the events as `EventSource` does. */
export const openEventStream = async (
  api: TestApi,
  query = "",
  options: { key?: string; lastEventId?: string } = {},
) => {
  const leaving = new AbortController();
  const response = await fetch(`${api.origin}/v1/events?${query}`, {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${options.key ?? api.key}`,
      ...(options.lastEventId !== undefined && { "last-event-id": options.lastEventId }),
    },
    signal: leaving.signal,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  /** @returns Undefined at the end of the stream. */
  const next = async (): Promise<Frame | undefined> => {
    for (let end = text.indexOf("\n\n"); ; end = text.indexOf("\n\n")) {
      if (end !== -1) {
        const frame = text.slice(0, end);
        text = text.slice(end + 2);
        return parseFrame(frame);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  };
  return {
    response,
    next,
    take: async (count: number) => {
      const frames: (Frame | undefined)[] = [];
      while (frames.length < count) frames.push(await next());
      return frames;
    },
    leave: () => leaving.abort(),
  };
};
