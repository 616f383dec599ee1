import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import type { FaultProxy } from "../proxy/fault-proxy.js";
import type { Build, Environment, Service } from "../service/service-process.js";
import type { Postgres } from "../store/postgres.js";
import type { StoreTemplate } from "../store/store.js";

export type Stage = {
  readonly service: Service;
  readonly postgres: Postgres;
  readonly database: string;
  readonly dataDir: string;
  /** Returns the proxy between the service and PostgreSQL. @throws Error for a private store. */
  readonly proxy: () => FaultProxy;
  readonly key: string;
  readonly cleanup: Cleanup;
};

export type Injected = { readonly backAt: number; readonly reasons?: readonly string[] };

export type FaultCase = {
  readonly fault: string;
  readonly at: string;
  /**
   * `proxied` is a shared server behind the fault proxy, `private` one that the service runs, and `small disk` a
   * private one on a tmpfs.
   */
  readonly store: "proxied" | "private" | "small disk";
  readonly env?: Environment;
  readonly flags?: readonly string[];
  readonly inject: (stage: Stage) => Promise<Injected>;
  /** Connections may close without a response, because the process that serves them is killed. */
  readonly mayClose?: true;
  /** Responses may be late, because the process that answers is paused. */
  readonly mayBeLate?: true;
  /** The process is a new one afterwards, so memory and descriptors are not compared. */
  readonly isRestarted?: true;
  readonly isShort?: true;
};

export const nameOf = ({ fault, at }: FaultCase): string => `${fault} at ${at}`;

export type Run = {
  readonly build: Build;
  readonly template: StoreTemplate;
  readonly shared: Postgres;
  readonly sharedDataDir: string;
  readonly boundMs: number;
  readonly waitMs: number;
};
