import type { Cleanup } from "../cleanup.js";
import type { FaultProxy } from "../proxy/fault-proxy.js";
import type { Build, Environment, Service } from "../service/service-process.js";
import type { Postgres } from "../store/postgres.js";
import type { StoreTemplate } from "../store/store.js";

/** One service on one store, and what a fault can reach of it. */
export type Stage = {
  readonly service: Service;
  readonly postgres: Postgres;
  readonly database: string;
  /** The folder of the private store; behind a proxy, that of the shared server. */
  readonly dataDir: string;
  /** Between service and PostgreSQL. @throws Error for a private store */
  readonly proxy: () => FaultProxy;
  readonly key: string;
  readonly cleanup: Cleanup;
};

/** When the fault ended, by `performance.now()`, and what else failed. */
export type Injected = { readonly backAt: number; readonly reasons?: readonly string[] };

export type FaultCase = {
  readonly fault: string;
  readonly at: string;
  /** `proxied`: a shared server behind the fault proxy. `private`: the service runs it. `small disk`: private, on a tmpfs. */
  readonly store: "proxied" | "private" | "small disk";
  readonly env?: Environment;
  readonly flags?: readonly string[];
  /** Injects the fault and ends it. */
  readonly inject: (stage: Stage) => Promise<Injected>;
  /** Connections may close without a response: the process that serves them is killed. */
  readonly mayClose?: true;
  /** Responses may be late: the process that answers is paused. */
  readonly mayBeLate?: true;
  /** The process is a new one afterwards: its memory and descriptors are not compared. */
  readonly isRestarted?: true;
  /** The package's test runs it. */
  readonly isShort?: true;
};

export const nameOf = ({ fault, at }: FaultCase): string => `${fault} at ${at}`;

/** What all cases of a run share. */
export type Run = {
  readonly build: Build;
  readonly template: StoreTemplate;
  /** The server behind the proxy. */
  readonly shared: Postgres;
  readonly sharedDataDir: string;
  /** How long a recovery may take. */
  readonly boundMs: number;
  /** How long to wait for a recovery. */
  readonly waitMs: number;
};
