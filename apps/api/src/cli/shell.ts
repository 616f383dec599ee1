import type { Readable, Writable } from "node:stream";

/** What a command is given of the world around it, so that a test can give it another. */
export type Shell = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** For what was asked for. */
  readonly stdout: Output;
  /** For progress, warnings and errors. */
  readonly stderr: Output;
  /** Aborted when the operator interrupts the command. */
  readonly signal: AbortSignal;
};

export type Output = Writable & { readonly isTTY?: boolean };

/** Whoever read the output has enough of it, as `head` does: an end, not a mistake. */
export class ReaderGone extends Error {
  override name = "ReaderGone";
}

/** Writes a text and waits until it is taken; ends the waiting when the command is interrupted. */
export const writeTo =
  (output: Output, signal: AbortSignal) =>
  (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const interrupt = () => reject(signal.reason);
      signal.addEventListener("abort", interrupt, { once: true });
      output.write(text, (error) => {
        signal.removeEventListener("abort", interrupt);
        if (!error) resolve();
        else reject("code" in error && error.code === "EPIPE" ? new ReaderGone() : error);
      });
    });

export const printLine = (shell: Shell, line: string): Promise<void> =>
  writeTo(shell.stdout, shell.signal)(`${line}\n`);
