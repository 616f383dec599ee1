import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { OperatorError } from "../database/operator-error.js";
import { type Shell, writeTo } from "./shell.js";

const MAX_BYTES = 1_024;

const notOneLine = () =>
  new OperatorError("invalid_password", "Standard input must contain only the password,", "on one line.");

const readAll = async (shell: Shell): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of shell.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string);
    size += bytes.length;
    if (size > MAX_BYTES) throw notOneLine();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
};

const readPassword = async (shell: Shell): Promise<string> => {
  const line = (await readAll(shell)).replace(/\r?\n$/, "");
  if (line === "" || /[\r\n]/.test(line)) {
    throw notOneLine();
  }
  return line;
};

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

const promptForPassword = async (shell: Shell): Promise<string> => {
  const lines = createInterface({ input: shell.stdin, output: nowhere(), terminal: true, historySize: 0 });
  // In raw mode, Ctrl-C is an ordinary key and must be turned into SIGINT.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const close = () => lines.close();
  shell.signal.addEventListener("abort", close, { once: true });
  const answers = lines[Symbol.asyncIterator]();
  const print = writeTo(shell.stderr, shell.signal);
  const ask = async (prompt: string): Promise<string> => {
    await print(prompt);
    const { value, done } = await answers.next();
    await print("\n");
    shell.signal.throwIfAborted();
    if (done === true)
      throw new OperatorError("invalid_password", "No password was given; nothing was changed.", "Try again.");
    return value;
  };
  try {
    const password = await ask("Password: ");
    if (password !== (await ask("Repeat the password: "))) {
      throw new OperatorError("invalid_password", "The passwords differ; nothing was changed.", "Try again.");
    }
    return password;
  } finally {
    shell.signal.removeEventListener("abort", close);
    lines.close();
  }
};

/** Never an argument: other users of the machine can read those. */
export const askPassword = async (shell: Shell, isPiped: boolean): Promise<string> => {
  if (isPiped) return readPassword(shell);
  if (shell.stdin.isTTY !== true) {
    throw new OperatorError(
      "invalid_password",
      "The password cannot be typed without a terminal;",
      "pipe it in with --password-stdin.",
    );
  }
  return promptForPassword(shell);
};
