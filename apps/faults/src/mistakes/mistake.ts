import type { DatabaseServer } from "../outages/database-server.js";

/** What the mistakes share. */
export type Place = {
  readonly database: DatabaseServer;
  /** The certificate of the authority of the database. */
  readonly ca: string;
  /** A port on which something else listens, and one on which nothing does. */
  readonly takenPort: number;
  readonly deadPort: number;
};

export type Made = {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of `.env` in the working directory; a folder of that name if it is `folder`. */
  readonly envFile?: string | Buffer | { readonly is: "folder" | "unreadable" };
  /** The shell command that runs the service. The default is `exec "$@"`. */
  readonly shell?: string;
  /** The arguments of `petstore`. The default starts the service. */
  readonly command?: readonly string[];
};

export type Mistake = {
  readonly name: string;
  /** What the printed line must mention: the variable, the file or the part that is wrong. */
  readonly mentions: RegExp;
  /** What must follow: it exits with an error, it waits and is not ready, or it serves. */
  readonly result: "exits" | "waits" | "serves";
  readonly make: (place: Place) => Made;
};
