import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { OperatorError } from "../database/operator-error.js";
import type { ContentCoding } from "../operation/content-coding.js";
import { entityTagOf } from "../operation/etag.js";
import type { Representation } from "../operation/stored-document.js";
import { createStaticFile, type StaticFile } from "./static-file.js";
import { INDEX_PAGE } from "./web-dir.js";

export type WebFiles = {
  /** By request path, for example `/assets/index-BdX3.js`. The index page is not among them. */
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly indexPage: StaticFile;
};

/** They stay in memory: a build of the admin has less than 2 MiB. */
const MAX_MEBIBYTES = 32;

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;
type PrecompressedForm = {
  readonly coding: ContentCoding;
  readonly extension: string;
  readonly decompress: Decompress;
};

/** Smallest first. */
const forms: readonly PrecompressedForm[] = [
  { coding: "br", extension: ".br", decompress: promisify(brotliDecompress) },
  { coding: "gzip", extension: ".gz", decompress: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip) },
];

const isHidden = (name: string) => name.split(sep).some((part) => part.startsWith("."));

/** Paths below the folder. Hidden files and symbolic links are left out. */
const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => !isHidden(name));
};

const SET_WEB_DIR = "set it to the admin's build (apps/web/dist), or to none.";

const readAll = async (folder: string): Promise<Map<string, Buffer>> => {
  const names = await listFiles(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_MEBIBYTES * 1_048_576) {
    throw new OperatorError("start_failed", `WEB_DIR "${folder}" holds more than ${MAX_MEBIBYTES} MiB:`, SET_WEB_DIR);
  }
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)));
};

const represent = (bytes: Buffer, coding?: ContentCoding): Representation => ({
  bytes,
  // latin1 maps each byte to one character.
  tag: entityTagOf(bytes.toString("latin1")),
  coding,
});

/** Undefined if it is not the compressed form of `identity`: the file was changed after the build. */
const verifyCompressed = async (
  compressed: Buffer | undefined,
  identity: Buffer,
  { coding, decompress }: PrecompressedForm,
): Promise<readonly [ContentCoding, Representation] | undefined> => {
  if (compressed === undefined) return undefined;
  const decompressed = await decompress(compressed, { maxOutputLength: Math.max(identity.length, 1) }).catch(() => {});
  return decompressed?.equals(identity) ? [coding, represent(compressed, coding)] : undefined;
};

const toStaticFile = async (name: string, bytes: Buffer, all: ReadonlyMap<string, Buffer>) => {
  const verified = await Promise.all(
    forms.map((form) => verifyCompressed(all.get(name + form.extension), bytes, form)),
  );
  const path = `/${encodeURI(name.split(sep).join("/"))}`;
  const compressed = new Map(verified.filter((variant) => variant !== undefined));
  return [path, createStaticFile(path, { identity: represent(bytes), compressed })] as const;
};

const isVariant = (name: string, all: ReadonlyMap<string, Buffer>) =>
  forms.some(({ extension }) => name.endsWith(extension) && all.has(name.slice(0, -extension.length)));

/** Reads the folder once: no request reaches the disk, so no path can leave the folder. @throws OperatorError */
export const readWebFiles = async (folder: string | undefined): Promise<WebFiles | undefined> => {
  if (folder === undefined) return undefined;
  const all = await readAll(folder).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      "start_failed",
      `WEB_DIR "${folder}" cannot be read (${(error as Error).message}):`,
      SET_WEB_DIR,
    );
  });
  const named = [...all].filter(([name]) => !isVariant(name, all));
  const files = new Map(await Promise.all(named.map(([name, bytes]) => toStaticFile(name, bytes, all))));
  const indexPage = files.get(`/${INDEX_PAGE}`);
  if (indexPage === undefined)
    throw new OperatorError("start_failed", `WEB_DIR "${folder}" does not contain index.html:`, SET_WEB_DIR);
  files.delete(`/${INDEX_PAGE}`);
  return { files, indexPage };
};
