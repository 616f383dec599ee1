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
  /** Whether the command has `--json`: standard error then has nothing but an error. */
  readonly isJson: boolean;
};

export type Output = Writable & { readonly isTTY?: boolean };

/** The reader closed the pipe, as `head` does: what it has may be half a backup. */
const readerGone = (cause: Error): OperatorError =>
  new OperatorError(
    "unwritable_file",
    "The output was closed before all was written, so what its reader has is incomplete;",
    "let the reader read to the end.",
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
        else reject(hasCode(error, "EPIPE") ? readerGone(error) : error);
      });
    });

/** What a command says on success: a text for people, and one JSON document for programs. */
export type Result = { readonly text: string; readonly json: unknown };

export const print = ({ stdout, signal, isJson }: Shell, { text, json }: Result): Promise<void> =>
  writeTo(stdout, signal)(`${isJson ? JSON.stringify(json) : text}\n`);

/** A remark that is neither the result nor an error: only people get it. */
export const remark = ({ stderr, signal, isJson }: Shell, text: string): Promise<void> =>
  isJson ? Promise.resolve() : writeTo(stderr, signal)(`${text}\n`);
