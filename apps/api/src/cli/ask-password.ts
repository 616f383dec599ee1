import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { OperatorError } from "../database/operator-error.js";
import { type Shell, writeTo } from "./shell.js";

/** More than any password has, in bytes. */
const MOST_BYTES = 1_024;

const readAll = async (shell: Shell): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of shell.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.length;
    if (size > MOST_BYTES) throw new OperatorError("Standard input must hold the password alone, on one line.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
};

/** Reads a password from a pipe: one line, whose end is no part of it. */
const readPassword = async (shell: Shell): Promise<string> => {
  const line = (await readAll(shell)).replace(/\r?\n$/, "");
  if (line === "" || /[\r\n]/.test(line)) {
    throw new OperatorError("Standard input must hold the password alone, on one line.");
  }
  return line;
};

/** What readline shows of a line as it is typed goes nowhere. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks on the terminal, twice and without echo. */
const promptForPassword = async (shell: Shell): Promise<string> => {
  const lines = createInterface({ input: shell.stdin, output: nowhere(), terminal: true, historySize: 0 });
  // The terminal is in raw mode: Ctrl-C is a key like any other, and is to do what it does everywhere.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const close = () => lines.close();
  shell.signal.addEventListener("abort", close, { once: true });
  const answers = lines[Symbol.asyncIterator]();
  const tell = writeTo(shell.stderr, shell.signal);
  const ask = async (prompt: string): Promise<string> => {
    await tell(prompt);
    const { value, done } = await answers.next();
    await tell("\n");
    shell.signal.throwIfAborted();
    if (done === true) throw new OperatorError("No password was given: nothing is changed.");
    return value;
  };
  try {
    const password = await ask("Password: ");
    if (password !== (await ask("Once more: "))) {
      throw new OperatorError("The two passwords differ: nothing is changed. Try again.");
    }
    return password;
  } finally {
    shell.signal.removeEventListener("abort", close);
    lines.close();
  }
};

/** Has the operator give a password: on the terminal, or with `--password-stdin` through a pipe. Never as an argument. */
export const askPassword = async (shell: Shell, isPiped: boolean): Promise<string> => {
  if (isPiped) return readPassword(shell);
  if (shell.stdin.isTTY !== true) {
    throw new OperatorError("There is no terminal to ask for the password on: pipe it in and add --password-stdin.");
  }
  return promptForPassword(shell);
};
