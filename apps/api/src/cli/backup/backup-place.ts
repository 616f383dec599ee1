import type { BackupSource } from "./read-backup.js";

export type Write = (chunk: Uint8Array) => Promise<void>;

/** Where backups are: a folder, or the prefix of a bucket. */
export type BackupPlace = {
  /** Returns the full name for people. */
  readonly describe: (name: string) => string;
  /** Writes a file that gets its name when it is complete. It never replaces one. */
  readonly write: <Written>(name: string, produce: (write: Write) => Promise<Written>) => Promise<Written>;
  readonly open: (name: string) => Promise<BackupSource>;
  /** Lists the names of the files that begin with a text. */
  readonly list: (start: string) => Promise<string[]>;
  readonly remove: (name: string) => Promise<void>;
  /** Removes what backups that were killed have left behind, if nothing else does. */
  readonly removeUnfinished: (start: string) => Promise<void>;
};
