import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { DOCS_PATH } from "@petstore/contract/routes";
import type { Config } from "../config/config.js";
import { OperatorError } from "../config/operator-error.js";
import type { ContentCoding } from "../operation/content-coding.js";
import { entityTagOf } from "../operation/etag.js";
import type { Representation } from "../operation/stored-document.js";
import { createStaticFile, type StaticFile } from "./static-file.js";
import { INDEX_PAGE } from "../config/web-dir.js";

export type WebFiles = {
  /** The files by their request paths, for example `/assets/index-BdX3.js`, without the admin's index page. */
  readonly files: ReadonlyMap<string, StaticFile>;
  /** The page of the admin, or undefined if the admin is not served. */
  readonly indexPage: StaticFile | undefined;
};

type FolderKind = {
  /** The environment variable that names the folder, and a text that describes what the folder must contain. */
  readonly variable: "WEB_DIR" | "DOCS_DIR";
  readonly content: string;
  /** The request path of a file. */
  readonly toPath: (name: string) => string;
};

/** All files are kept in memory. The builds of the admin and of the pages for developers have less than 2 MiB each. */
const MAX_MEBIBYTES = 32;

type Decompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;
type PrecompressedForm = {
  readonly coding: ContentCoding;
  readonly extension: string;
  readonly decompress: Decompress;
};

/** The forms are in the order of their sizes, the smallest first. */
const forms: readonly PrecompressedForm[] = [
  { coding: "br", extension: ".br", decompress: promisify(brotliDecompress) },
  { coding: "gzip", extension: ".gz", decompress: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip) },
];

/**
 * Lists the paths below the folder, without hidden files and symbolic links. Since version 22, Node's own `recursive`
 * option follows links to folders.
 */
const listFiles = (folder: string, below = ""): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return listFiles(folder, path);
      return entry.isFile() ? [path] : [];
    });

const remedyOf = ({ content }: FolderKind) => `set it to ${content}, or to none.`;

/** Reads synchronously, because nothing is served yet. Hundreds of small files then take a fifth of the time. */
const readAll = (path: string, kind: FolderKind): Map<string, Buffer> => {
  const names = listFiles(path);
  const sizes = names.map((name) => statSync(join(path, name)).size);
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_MEBIBYTES * 1_048_576) {
    const problem = `${kind.variable} "${path}" contains more than ${MAX_MEBIBYTES} MiB:`;
    throw new OperatorError("start_failed", problem, remedyOf(kind));
  }
  return new Map(names.map((name) => [name, readFileSync(join(path, name))]));
};

const readAllOrExplain = (path: string, kind: FolderKind): Map<string, Buffer> => {
  try {
    return readAll(path, kind);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const problem = `${kind.variable} "${path}" cannot be read (${(error as Error).message}):`;
    throw new OperatorError("start_failed", problem, remedyOf(kind));
  }
};

const represent = (bytes: Buffer, coding?: ContentCoding): Representation => ({
  bytes,
  // latin1 maps each byte to one character.
  tag: entityTagOf(bytes.toString("latin1")),
  coding,
});

/**
 * Returns undefined if `compressed` is not a compressed form of `identity`, which happens if the file was changed after
 * the build.
 */
const verifyCompressed = async (
  compressed: Buffer | undefined,
  identity: Buffer,
  { coding, decompress }: PrecompressedForm,
): Promise<readonly [ContentCoding, Representation] | undefined> => {
  if (compressed === undefined) return undefined;
  const decompressed = await decompress(compressed, { maxOutputLength: Math.max(identity.length, 1) }).catch(() => {});
  return decompressed?.equals(identity) ? [coding, represent(compressed, coding)] : undefined;
};

const toStaticFile = async (
  name: string,
  bytes: Buffer,
  all: ReadonlyMap<string, Buffer>,
  { toPath }: FolderKind,
): Promise<readonly [string, StaticFile]> => {
  const verified = await Promise.all(
    forms.map((form) => verifyCompressed(all.get(name + form.extension), bytes, form)),
  );
  const path = toPath(encodeURI(name.split(sep).join("/")));
  const compressed = new Map(verified.filter((variant) => variant !== undefined));
  return [path, createStaticFile({ name, path }, { identity: represent(bytes), compressed })];
};

const isVariant = (name: string, all: ReadonlyMap<string, Buffer>) =>
  forms.some(({ extension }) => name.endsWith(extension) && all.has(name.slice(0, -extension.length)));

const readFolder = async (path: string | undefined, kind: FolderKind): Promise<(readonly [string, StaticFile])[]> => {
  if (path === undefined) return [];
  const all = readAllOrExplain(path, kind);
  if (!all.has(INDEX_PAGE)) {
    throw new OperatorError("start_failed", `${kind.variable} "${path}" does not contain index.html:`, remedyOf(kind));
  }
  const named = [...all].filter(([name]) => !isVariant(name, all));
  // The files are read one after the other, because each decompressor takes megabytes.
  const files: (readonly [string, StaticFile])[] = [];
  for (const [name, bytes] of named) files.push(await toStaticFile(name, bytes, all, kind));
  return files;
};

const admin: FolderKind = {
  variable: "WEB_DIR",
  content: "the admin's build (apps/web/dist)",
  toPath: (name) => `/${name}`,
};

const docs: FolderKind = {
  variable: "DOCS_DIR",
  content: "the build of the pages for developers (apps/docs/dist/site)",
  // `errors.html` is served at `/docs/errors`, and `index.html` at `/docs`.
  toPath: (name) => `${DOCS_PATH}/${name}`.replace(/(\/index)?\.html$/, ""),
};

/**
 * Reads the folders once. No request accesses the disk afterwards, so no path can lead outside the folders.
 * @throws OperatorError
 */
export const readWebFiles = async ({
  webDir,
  docsDir,
}: Partial<Pick<Config, "webDir" | "docsDir">>): Promise<WebFiles | undefined> => {
  const files = new Map([...(await readFolder(webDir, admin)), ...(await readFolder(docsDir, docs))]);
  if (files.size === 0) return undefined;
  const indexPage = files.get(`/${INDEX_PAGE}`);
  files.delete(`/${INDEX_PAGE}`);
  const home = files.get(DOCS_PATH);
  if (home !== undefined) files.set(`${DOCS_PATH}/`, home);
  return { files, indexPage };
};
