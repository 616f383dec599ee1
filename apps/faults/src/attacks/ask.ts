/** A request that the victim repeats. It is due every `everyMs`, however late the answers are. */
export type Ask = {
  readonly name: string;
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly everyMs: number;
  /** On a connection of its own for each request; otherwise on a few that stay open. */
  readonly isFresh?: true;
  readonly from?: string;
  readonly expected: readonly number[];
};

const health = { path: "/healthz", everyMs: 40, expected: [200] } as const;
const VICTIM = "127.0.200.1";

export const healthOnKept: Ask = { ...health, name: "/healthz kept", from: VICTIM };
export const healthOnFresh: Ask = { ...health, name: "/healthz new", from: VICTIM, isFresh: true };
export const readiness: Ask = { ...health, name: "/readyz new", path: "/readyz", from: VICTIM, isFresh: true };
export const readinessOnKept: Ask = { ...health, name: "/readyz kept", path: "/readyz", from: VICTIM };
