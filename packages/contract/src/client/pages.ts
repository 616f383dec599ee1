import type { AnyAnswer } from "./answer.js";
import { UnexpectedResponseError } from "./errors.js";
import { linkTo } from "./links.js";
import { successOrThrow } from "./outcome.js";
import type { Route } from "./route.js";
import type { Send } from "./sender.js";
import type { Request } from "./write-request.js";

type Page = AnyAnswer & { readonly nextCursor: string | null };

/** Follows the link with `rel="next"`, but uses only its query, so that it never sends the key to another address. */
export const pagesOf = async function* (
  send: Send,
  route: Route,
  request: Request,
): AsyncGenerator<Page, void, undefined> {
  let { query } = request;
  for (;;) {
    const page = successOrThrow(route, await send(route, { ...request, ...(query !== undefined && { query }) }));
    const next = linkTo("next", page.headers);
    const following = next?.slice(next.indexOf("?") + 1);
    yield { ...page, nextCursor: new URLSearchParams(following).get("cursor") };
    if (following === undefined) return;
    if (following === query) {
      const message = `${route.operation} returned a page that names itself as its next page`;
      throw new UnexpectedResponseError({
        code: "unexpected_response",
        message,
        status: page.status,
        operation: route.operation,
        path: page.path,
      });
    }
    query = following;
  }
};

export const entriesOf = async function* (
  send: Send,
  route: Route,
  request: Request,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { body } of pagesOf(send, route, request)) yield* body as unknown[];
};
