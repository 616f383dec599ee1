import type { Validate } from "./answer.js";
import { type Deprecation, warnOfDeprecation } from "./deprecation.js";
import { follow, type FollowRequest } from "./follow.js";
import type { AuthOperations, ThrowingAuthOperations } from "./generated/auth-types.js";
import { authRoutes, v1Routes } from "./generated/routes.js";
import type {
  Event,
  EventsOperations,
  ExpandedPet,
  Operations,
  PetsOperations,
  ThrowingOperations,
} from "./generated/types.js";
import type { KnownStore, WithAttributes } from "./known-attributes.js";
import { successOrThrow } from "./outcome.js";
import { entriesOf, pagesOf } from "./pages.js";
import type { Hooks } from "./hooks.js";
import { readRoute, type Route } from "./route.js";
import { createSender, type Send, type Settings } from "./sender.js";
import type { RequestOptions } from "./types.js";
import type { Request } from "./write-request.js";

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

/** Options of every client. */
export interface CommonOptions extends Hooks {
  /** A function with the standard signature of `fetch`; the global one by default. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * The time limit of one attempt in milliseconds, from the call of the key function to the end of the response's body;
   * 30,000 by default. Operations that may take longer have a higher limit, which their description states.
   */
  readonly timeoutMs?: number | undefined;
  /** The client calls this once for each deprecated operation that it uses. By default it warns on the console. */
  readonly onDeprecated?: ((deprecation: Deprecation) => void) | undefined;
  /** Checks each response, for example `validateResponse` of `@petstore/contract/validation`. */
  readonly validate?: Validate | undefined;
}

/** Options of {@link createClient}. */
export interface ClientOptions extends CommonOptions {
  /** The address of the service, ending in `/v1`. */
  readonly baseUrl: string;
  /**
   * The API key, sent as `Authorization: Bearer`. Pass a function if the key may expire while the client is in use: it
   * is called before each attempt, and if it rejects, the operation sends nothing and rejects with the same error.
   */
  readonly apiKey: string | (() => Promise<string>);
  /**
   * How often a request is sent again; 2 by default. Any request is retried after 429. After 408, 500, 502, 503, 504 or
   * a broken connection, only requests that can be repeated safely are retried: GET, PUT, DELETE, a POST with an
   * `Idempotency-Key`, which the client adds, and a PATCH with `If-Match`. The client waits as long as `Retry-After`
   * says, up to a minute, and otherwise for 0.25 to 8 s. While an earlier attempt with the same `Idempotency-Key` may
   * still be running, the client waits up to `timeoutMs` for its outcome; with 0 retries it never waits.
   */
  readonly maxRetries?: number | undefined;
}

/** Options of {@link createAuthClient}. */
export interface AuthClientOptions extends CommonOptions {
  /** The address of the routes, ending in `/auth`. */
  readonly baseUrl: string;
}

/** The operations of `events`, and `follow`, which yields events as they happen. */
export interface FollowedEvents extends EventsOperations {
  /**
   * Yields every event after a cursor once and in order, then each new event as it happens; it never ends by itself. It
   * retries lost connections and temporary refusals. If the service no longer has the events after the cursor, it
   * throws a `CursorExpiredError`; read the catalogue again in this case.
   * @throws {PetStoreError}
   */
  follow(request?: FollowRequest): AsyncGenerator<Event, void, undefined>;
}

/** The input and the options of `find` in {@link FoundPets}. */
export interface FindRequest extends RequestOptions {
  /** `profile` gives the pet its profile. */
  readonly expand?: "profile" | undefined;
}

/** The operations of `pets`, and `find`, which reads one pet. */
export interface FoundPets extends PetsOperations {
  /** Resolves to the pet with this id, or to null if there is none, by `GET /v1/pets?id=`. @throws {PetStoreError} */
  find(petId: number, request?: FindRequest): Promise<ExpandedPet | null>;
}

/** A client of the interface below `/v1`. */
export interface Client extends Operations {
  readonly pets: FoundPets;
  readonly events: FollowedEvents;
  /** The same operations: each resolves to the body, or rejects with a {@link PetStoreError}. */
  readonly orThrow: ThrowingOperations;
}

/** A {@link Client} whose profiles and filters have the types of one store's attributes. */
export type KnownClient<Store extends KnownStore> = string extends keyof Store["attributes"]
  ? Client
  : WithAttributes<Client, Store["attributes"]>;

/** A client of the routes below `/auth`. */
export interface AuthClient extends AuthOperations {
  /** The same operations: each resolves to the body, or rejects with a {@link PetStoreError}. */
  readonly orThrow: ThrowingAuthOperations;
}

type RouteTable = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Calls = Readonly<Record<string, (...given: never[]) => unknown>>;

const mapRoutes = (table: RouteTable, toCalls: (route: Route, name: string) => Calls): Record<string, Calls> =>
  Object.fromEntries(
    Object.entries(table).map(([group, lines]) => [
      group,
      Object.assign({}, ...Object.entries(lines).map(([name, line]) => toCalls(readRoute(name, line), name))),
    ]),
  );

const findPet =
  (send: Send, route: Route) =>
  async (petId: number, { expand, ...options }: FindRequest = {}): Promise<unknown> => {
    const { body } = successOrThrow(route, await send(route, { ...options, query: { id: [petId], expand } }));
    return (body as readonly unknown[])[0] ?? null;
  };

const createCalls = (table: RouteTable, send: Send) => ({
  ...mapRoutes(table, (route, name) => ({
    [name]: (request: Request = {}) => send(route, request),
    ...(route.listing !== undefined && {
      [route.listing.all]: (request: Request = {}) => entriesOf(send, route, request),
      [route.listing.pages]: (request: Request = {}) => pagesOf(send, route, request),
    }),
    ...(name === "listPets" && { find: findPet(send, route) }),
    ...(name === "listEvents" && { follow: (request: FollowRequest = {}) => follow(send, route, request) }),
  })),
  orThrow: mapRoutes(table, (route, name) => ({
    [name]: async (request: Request = {}) => successOrThrow(route, await send(route, request)).body,
  })),
});

const settingsOf = ({
  fetch,
  timeoutMs = TIMEOUT_MS,
  onDeprecated = warnOfDeprecation,
  validate,
  onRequest,
  onResponse,
}: CommonOptions) => ({
  // This looks up the global `fetch` at each call, because a page or a test may replace it.
  fetch: fetch ?? ((...given: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...given)),
  timeoutMs,
  onDeprecated,
  validate,
  onRequest,
  onResponse,
});

/**
 * A typed client of the interface below `/v1`. Each operation resolves to `{status, body, headers, requestId}` for
 * every status that the contract declares, and rejects with a {@link PetStoreError} if no such response arrives. With
 * `createClient<{ attributes: MyAttributes }>` the compiler knows the attributes of your store.
 */
export const createClient = <Store extends KnownStore = { readonly attributes: Record<string, unknown> }>({
  baseUrl,
  apiKey,
  maxRetries = MAX_RETRIES,
  ...options
}: ClientOptions): KnownClient<Store> => {
  const settings: Settings = {
    ...settingsOf(options),
    baseUrl,
    authorize: async () => ({ authorization: `Bearer ${typeof apiKey === "string" ? apiKey : await apiKey()}` }),
    fetchOptions: {},
    maxRetries,
  };
  return createCalls(v1Routes, createSender(settings)) as unknown as KnownClient<Store>;
};

/** A typed client of the routes below `/auth`, for pages of the service's own origin. It never retries a request. */
export const createAuthClient = ({ baseUrl, ...options }: AuthClientOptions): AuthClient => {
  const settings: Settings = {
    ...settingsOf(options),
    baseUrl,
    authorize: async () => ({}),
    fetchOptions: { credentials: "same-origin" },
    maxRetries: 0,
  };
  return createCalls(authRoutes, createSender(settings)) as unknown as AuthClient;
};
