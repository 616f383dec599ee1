import type { Category, Customer, Note, Order, Pet } from "../client/generated/types.js";
import { deprecationHeaders } from "../http/deprecation.js";
import type { Scope } from "../http/metadata.js";
import { routeMetadata } from "../http/routes.js";
import { type Answer, answerOf, tagOf } from "./answer.js";
import { Failure } from "./failure.js";
import { type Item, Memory } from "./memory.js";
import { checkRequest } from "./request.js";
import { collections } from "./resources.js";

/** Options of {@link createTestFetch}. */
export interface TestFetchOptions {
  /** The items that exist at the beginning, by the group of the client. They are not checked. */
  readonly given?: {
    readonly pets?: readonly Pet[];
    readonly categories?: readonly Category[];
    readonly customers?: readonly Customer[];
    readonly orders?: readonly Order[];
    readonly notes?: readonly Note[];
  };
  /** The scope of every API key; `admin` by default. */
  readonly scope?: Scope;
  /** The time; that of the machine by default. */
  readonly clock?: () => Date;
  /**
   * Functions that answer instead of the test service, by operation: for operations that it does not answer, and to
   * test failures. The function is called before the request is checked. If it returns undefined, the test service
   * answers.
   */
  readonly answers?: Readonly<
    Record<string, (request: Request) => Response | undefined | Promise<Response | undefined>>
  >;
}

type Stored = { readonly text: string; readonly response: Response };

const toResponse = ({ status, body, headers }: Answer, request: Request): Response => {
  if (body === undefined) return new Response(null, { status, headers: headers ?? {} });
  const tag = tagOf(body);
  const known = request.headers.get("if-none-match");
  const fields = { ...(status < 400 && { etag: tag }), ...headers };
  if (request.method === "GET" && known !== null && (known === "*" || known.includes(tag)))
    return new Response(null, { status: 304, headers: fields });
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...fields },
  });
};

/**
 * A `fetch` that answers by the contract, for tests without a service: pass it to `createClient({ fetch })`. It checks
 * each request by the schemas of its operation and refuses it as the service does, with the same errors. It remembers
 * what was created, changed and deleted: pets and their profiles, photos and notes, categories, attributes, customers,
 * orders, webhook endpoints, API keys and the settings of the store. Lists have their filters, `sort`, `expand` and
 * pages. Entity tags, conditional requests and `Idempotency-Key` work, and an order changes the status of its pet.
 *
 * It is not the service. It has one key of one scope, and knows no accounts and no limits of rates and sizes. It does not
 * know the attributes of the store, so it takes any value in a profile, and filters by attributes are exact. It reads no
 * images: a photo has the data of an example. It writes no events and no history, and sends no webhooks. Reads that it
 * cannot answer from what it remembers, such as statistics, have the example of the documents; other operations, such as
 * imports, bulk changes, undo and the feed of events, are answered with 501 `not_implemented` unless `answers` has them.
 */
export const createTestFetch = ({
  given = {},
  scope = "admin",
  clock = () => new Date(),
  answers = {},
}: TestFetchOptions = {}): typeof fetch => {
  const memory = new Memory(clock);
  for (const [group, items] of Object.entries<readonly object[]>(given)) {
    const collection = collections.find((one) => one.group === group);
    for (const item of items as readonly Item[]) if (collection !== undefined) memory.put(collection, { ...item });
  }
  const outcomes = new Map<string, Stored>();
  let requests = 0;

  const answer = async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    const text = `${request.method} ${request.url}\n${await request.clone().text()}`;
    const checked = await checkRequest(request, scope, async ({ operationId }) =>
      answers[operationId]?.(request.clone()),
    );
    if (checked instanceof Response) return checked;
    const key =
      "idempotency-key" in ((checked.one.route.headers ?? {}) as object)
        ? checked.headers.get("idempotency-key")
        : null;
    const earlier = key === null ? undefined : outcomes.get(key);
    if (earlier !== undefined && earlier.text !== text) throw new Failure("idempotency_key_reused");
    if (earlier !== undefined) {
      const again = earlier.response.clone();
      again.headers.set("idempotent-replayed", "true");
      return again;
    }
    const response = toResponse(answerOf(memory, checked, searchParams), request);
    const { deprecation } = routeMetadata(checked.one.route);
    for (const [name, value] of Object.entries(deprecation ? deprecationHeaders(deprecation) : {}))
      response.headers.set(name, value);
    if (key !== null) outcomes.set(key, { text, response: response.clone() });
    return response;
  };

  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const response = await answer(request).catch((error: unknown) => {
      if (error instanceof Failure) return error.toResponse(request.headers.get("accept") ?? "");
      throw error;
    });
    requests += 1;
    response.headers.set("x-request-id", `test-${requests}`);
    return response;
  };
};
