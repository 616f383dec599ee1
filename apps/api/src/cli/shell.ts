import type { Readable, Writable } from "node:stream";

export type Shell = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly signal: AbortSignal;
};

export type Output = Writable & { readonly isTTY?: boolean };

/** The reader closed the pipe, as `head` does: not an error. */
export class ReaderGone extends Error {
  override name = "ReaderGone";
}

/** Resolves when the output has accepted the text; rejects when the command is interrupted. */
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
