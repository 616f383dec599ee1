import type { Readable, Writable } from "node:stream";
import { hasCode } from "../database/errors.js";
import { OperatorError } from "../config/operator-error.js";

export type Streams = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly signal: AbortSignal;
};

export type Shell = Streams & {
  /** True if the command has `--json`. Standard error then contains only errors. */
  readonly isJson: boolean;
};

export type Output = Writable & { readonly isTTY?: boolean };

/** The reader closed the pipe, as `head` does, so it may have received only part of a backup. */
const readerGone = (cause: Error): OperatorError =>
  new OperatorError(
    "unwritable_file",
    "The output was closed before everything was written, so the program that reads it has incomplete data;",
    "make sure that this program reads to the end.",
    { cause },
  );

/** A full disk behind `> FILE`, for example, so that the file is incomplete. */
const unwritable = (cause: NodeJS.ErrnoException): OperatorError =>
  new OperatorError(
    "unwritable_file",
    `The output cannot be written (${cause.code ?? cause.message}), so what was written is incomplete;`,
    "make room where it is written, or name another place, and run the command again.",
    { cause },
  );

/** Resolves when the output has accepted the content; rejects when the command is interrupted. */
export const writeTo =
  (output: Output, signal: AbortSignal) =>
  (content: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const interrupt = () => reject(signal.reason);
      signal.addEventListener("abort", interrupt, { once: true });
      output.write(content, (error) => {
        signal.removeEventListener("abort", interrupt);
        if (!error) resolve();
        else reject(hasCode(error, "EPIPE") ? readerGone(error) : unwritable(error));
      });
    });

/** The output of a successful command: a text for people, or one JSON document for programs. */
export type Result = { readonly text: string; readonly json: unknown };

export const print = ({ stdout, signal, isJson }: Shell, { text, json }: Result): Promise<void> =>
  writeTo(stdout, signal)(`${isJson ? JSON.stringify(json) : text}\n`);

/** Prints a remark for people, which is neither the result nor an error. */
export const remark = ({ stderr, signal, isJson }: Shell, text: string): Promise<void> =>
  isJson ? Promise.resolve() : writeTo(stderr, signal)(`${text}\n`);
