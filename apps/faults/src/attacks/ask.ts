/** A request that the victim repeats. It sends one every `everyMs`, however late the responses are. */
export type Ask = {
  readonly name: string;
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly everyMs: number;
  /** True if each request uses a new connection. Otherwise the requests share a few connections that stay open. */
  readonly isFresh?: true;
  /** The addresses of the client, which it uses in turn. */
  readonly from: readonly string[];
  readonly expected: readonly number[];
  /** How long it repeats a request that was answered with 503, each time after the pause in `Retry-After`. */
  readonly retryMs?: number;
};

/** Describes a read by another client. @param access - Contains a key that the attacker does not have. */
export const petList = ({ ownerKey }: { readonly ownerKey: string }): Ask => ({
  name: "GET /v1/pets",
  path: "/v1/pets?limit=20",
  headers: { authorization: `Bearer ${ownerKey}` },
  everyMs: 40,
  expected: [200],
  from: ["127.0.200.2"],
});

const health = { path: "/healthz", everyMs: 40, expected: [200], from: ["127.0.200.1"] };

export const healthOnKept: Ask = { ...health, name: "/healthz kept" };
export const healthOnFresh: Ask = { ...health, name: "/healthz new", isFresh: true };
export const readiness: Ask = { ...health, name: "/readyz new", path: "/readyz", isFresh: true };
export const readinessOnKept: Ask = { ...health, name: "/readyz kept", path: "/readyz" };
