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
  /** The proxy between service and PostgreSQL. @throws Error for a private store */
  readonly proxy: () => FaultProxy;
  readonly key: string;
  readonly cleanup: Cleanup;
};

export type Injected = { readonly backAt: number; readonly reasons?: readonly string[] };

export type FaultCase = {
  readonly fault: string;
  readonly at: string;
  /** `proxied`: a shared server behind the fault proxy. `private`: the service runs it. `small disk`: private, on a tmpfs. */
  readonly store: "proxied" | "private" | "small disk";
  readonly env?: Environment;
  readonly flags?: readonly string[];
  readonly inject: (stage: Stage) => Promise<Injected>;
  /** Connections may close without a response: the process that serves them is killed. */
  readonly mayClose?: true;
  /** Responses may be late: the process that answers is paused. */
  readonly mayBeLate?: true;
  /** The process is a new one afterwards: its memory and descriptors are not compared. */
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
