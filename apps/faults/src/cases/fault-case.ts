import type { Cleanup } from "../cleanup.js";
import type { FaultProxy } from "../proxy/fault-proxy.js";
import type { Build, Environment, Service } from "../service/service-process.js";
import type { Postgres } from "../store/postgres.js";
import type { StoreTemplate } from "../store/store.js";

/** What a fault can reach: one service on one store. */
export type Stage = {
  readonly service: Service;
  readonly postgres: Postgres;
  readonly database: string;
  /** Where the private store lies; the shared server's folder behind a proxy. */
  readonly dataDir: string;
  /** Between service and PostgreSQL. @throws Error where the case has none */
  readonly proxy: () => FaultProxy;
  readonly key: string;
  readonly cleanup: Cleanup;
};

/** When the path is good again, by `performance.now()`, and what else went wrong. */
export type Struck = { readonly backAt: number; readonly reasons?: readonly string[] };

export type FaultCase = {
  readonly fault: string;
  readonly at: string;
  /** `proxied`: a server of ours behind the fault proxy. `private`: the service runs it. `small disk`: so, on a tmpfs. */
  readonly store: "proxied" | "private" | "small disk";
  readonly env?: Environment;
  readonly flags?: readonly string[];
  /** Makes the fault, ends it, and says when. */
  readonly strike: (stage: Stage) => Promise<Struck>;
  /** Connections may end without a response: a process that served them is killed. */
  readonly mayClose?: true;
  /** Responses may be late: a process that answers stands still. */
  readonly mayBeLate?: true;
  /** The service's process is another one afterwards, so that memory and descriptors say nothing. */
  readonly isRestarted?: true;
  /** It is part of the package's test. */
  readonly isShort?: true;
};

export const nameOf = ({ fault, at }: FaultCase): string => `${fault} at ${at}`;

/** What all cases of a run have in common. */
export type Run = {
  readonly build: Build;
  readonly template: StoreTemplate;
  /** The server behind the proxy. */
  readonly shared: Postgres;
  readonly sharedDataDir: string;
  /** How long a recovery is allowed to take. */
  readonly boundMs: number;
  /** How long one is waited for. */
  readonly waitMs: number;
};
