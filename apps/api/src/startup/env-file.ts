import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { OperatorError } from "../config/operator-error.js";

const unreadable = (path: string, problem: string, remedy: string, cause?: unknown) =>
  new OperatorError("unreadable_file", `${path} ${problem}:`, remedy, { cause });

const readBytes = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw unreadable(
      path,
      `cannot be read (${code ?? message})`,
      "make it a file that the user of the service may read, or remove it.",
      error,
    );
  }
};

const decode = (path: string, bytes: Buffer): string => {
  // UTF-16 has a zero byte in each character of ASCII.
  if (bytes.includes(0)) throw unreadable(path, "is encoded in UTF-16, or is not a text file", "save it as UTF-8.");
  try {
    // This drops a byte order mark, which parseEnv would take for a part of the first name.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(path, "is not encoded in UTF-8", "save it as UTF-8.", error);
  }
};

const nothing = /^\s*(?:#|$)/;
const variable = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*/;
const quotes = ['"', "'", "`"];

/**
 * Returns the number of the first line that is neither blank nor a comment nor a variable; undefined if there is none.
 * `parseEnv` would skip it without a word. The value of a variable in quotes may have several lines.
 */
const findOddLine = (text: string): number | undefined => {
  const lines = text.split("\n");
  const unclosed = new Set<string>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (nothing.test(line)) continue;
    const [start] = variable.exec(line) ?? [];
    if (start === undefined) return at + 1;
    const value = line.slice(start.length);
    const quote = quotes.find((one) => value.startsWith(one) && !value.includes(one, 1) && !unclosed.has(one));
    if (quote === undefined) continue;
    let end = at + 1;
    while (end < lines.length && lines[end]?.includes(quote) === false) end += 1;
    if (end === lines.length) unclosed.add(quote);
    else at = end;
  }
  return undefined;
};

/**
 * Sets the variables of a file that the environment does not set. A missing file is no error.
 * @throws OperatorError if the file exists but cannot be read, is not UTF-8, or has a line that does not set a variable.
 * Otherwise the service would start with its defaults, and open a new, private store.
 */
export const loadEnvFile = (env: NodeJS.ProcessEnv, file = ".env"): void => {
  const path = resolve(file);
  const bytes = readBytes(path);
  if (bytes === undefined) return;
  const text = decode(path, bytes).replaceAll("\r\n", "\n");
  const line = findOddLine(text);
  if (line !== undefined) {
    throw unreadable(
      path,
      `has a line that does not set a variable (line ${line})`,
      "write it as NAME=value, or begin it with # if it is a comment.",
    );
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
};
