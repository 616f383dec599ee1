import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import { OperatorError } from "../config/operator-error.js";
import { hasCode } from "../database/errors.js";
import type { Shell } from "./shell.js";

export type Input = {
  readonly stream: Readable;
  readonly source: string;
  /** The size in bytes, or undefined for an input without a size, for example a pipe. */
  readonly size: number | undefined;
  bytesRead(): number;
  /** Reads a regular file from its start again. */
  readonly reopen?: (signal: AbortSignal) => Readable;
};

const reasons: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOENT: ["the file does not exist", "correct the path"],
  EACCES: ["this user has no permission to read it", "allow it with chmod, or run as another user"],
  ENOTDIR: ["a part of the path is not a folder", "correct the path"],
};

const unreadable = (path: string, [problem, remedy] = ["", ""] as readonly [string, string], cause?: unknown) =>
  new OperatorError("unreadable_file", `Cannot read "${path}": ${problem};`, `${remedy}.`, { cause });

const openPath = async (path: string) => {
  const file = await open(path).catch((error: unknown) => {
    if (!hasCode(error, ...Object.keys(reasons))) throw error;
    throw unreadable(path, reasons[error.code], error);
  });
  const stat = await file.stat();
  if (stat.isDirectory()) {
    await file.close();
    throw unreadable(path, ["it is a folder", "name a file in it"]);
  }
  return { file, stat };
};

/** Opens a file that can be read twice, which a pipe cannot. */
export const openRegularFile = async (path: string): Promise<{ readonly file: FileHandle; readonly size: number }> => {
  const { file, stat } = await openPath(path);
  if (stat.isFile()) return { file, size: stat.size };
  await file.close();
  throw unreadable(path, [
    "it is not a regular file, and this command reads its input twice",
    "save it to a file first",
  ]);
};

const openFile = async (path: string): Promise<Input> => {
  const { file, stat } = await openPath(path);
  const stream = file.createReadStream();
  const input = { stream, source: path, bytesRead: () => stream.bytesRead };
  if (!stat.isFile()) return { ...input, size: undefined };
  return { ...input, size: stat.size, reopen: (signal) => addAbortSignal(signal, createReadStream(path)) };
};

export const openInput = async (path: string, shell: Shell): Promise<Input> => {
  const input =
    path === "-"
      ? { stream: shell.stdin, source: "Standard input", size: undefined, bytesRead: () => 0 }
      : await openFile(path);
  addAbortSignal(shell.signal, input.stream);
  return input;
};

/** @throws OperatorError if the file cannot be read, or has more bytes */
export const readTextFile = async (path: string, maxBytes: number): Promise<string> => {
  const { file, stat } = await openPath(path);
  try {
    if (stat.size > maxBytes) throw unreadable(path, ["it is too large", "name another file"]);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
};
