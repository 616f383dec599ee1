import { Readable, Writable } from "node:stream";
import { petstore } from "../../src/cli/petstore.js";
import type { Output } from "../../src/cli/shell.js";

export type Outcome = { code: number; stdout: string; stderr: string };

type Given = {
  stdin?: Readable | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  signal?: AbortSignal;
  stdout?: Output;
  env?: Record<string, string>;
};

const collect = () => {
  let text = "";
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { output, text: () => text };
};

/** Runs `petstore` in this process against one database. */
export const createTestShell =
  (databaseUrl: string) =>
  async (args: readonly string[], { stdin = [], signal, stdout, env = {} }: Given = {}): Promise<Outcome> => {
    const out = collect();
    const err = collect();
    const code = await petstore(args, {
      env: { DATABASE_URL: databaseUrl, ...env },
      stdin: stdin instanceof Readable ? stdin : Readable.from(stdin, { objectMode: false }),
      stdout: stdout ?? out.output,
      stderr: err.output,
      signal: signal ?? new AbortController().signal,
    });
    return { code, stdout: out.text(), stderr: err.text() };
  };
