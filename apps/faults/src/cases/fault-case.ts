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
   * `proxied` is a shared server behind the fault proxy, `private` is a server that the service runs itself, and `small
   * disk` is such a server on a tmpfs.
   */
  readonly store: "proxied" | "private" | "small disk";
  readonly env?: Environment;
  readonly flags?: readonly string[];
  readonly inject: (stage: Stage) => Promise<Injected>;
  /** True if connections may close without a response, because the case kills the process that serves them. */
  readonly mayClose?: true;
  /** True if responses may be late, because the case pauses the process that answers. */
  readonly mayBeLate?: true;
  /**
   * True if the process is a new one afterwards. Its memory and descriptors are then not compared with those before.
   */
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
