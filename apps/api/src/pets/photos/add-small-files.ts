import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemFlow } from "../../concurrency/lanes.js";
import type { Query } from "../../database/query.js";
import { AppError } from "../../errors.js";
import { makeUploadFolder } from "../../request/body/upload-folders.js";
import type { ImageConverter } from "./image-converter.js";
import { lacksFile, type MediaStore, type QueryInTurn } from "./media-store.js";
import { MIN_WIDTH } from "./photo-widths.mjs";

const BATCH_SIZE = 20;
/** A file of 320 pixels takes far less. */
const MEBIBYTES = 16;

const findLarge = `
  SELECT encode(sha256, 'hex') AS sha256,
    (SELECT min((one ->> 0)::integer) FROM jsonb_array_elements(sizes) AS one) AS width
  FROM media
  WHERE media.sha256 > decode($1, 'hex') AND media.sha256 <= decode($2, 'hex')
    AND width > ${MIN_WIDTH} AND ${lacksFile(String(MIN_WIDTH))}
  ORDER BY media.sha256 LIMIT ${BATCH_SIZE}`;

const FIRST_HASH = "00".repeat(32);
const LAST_HASH = "ff".repeat(32);

type Large = { readonly sha256: string; readonly width: number };

type Deps = {
  readonly media: MediaStore;
  readonly imageConverter: Pick<ImageConverter, "convert">;
  readonly dataDir: string;
  /** Runs a read in a lane. */
  readonly inTurn: QueryInTurn;
  /** Runs a write in a transaction. */
  readonly inStep: (work: (query: Query) => Promise<void>) => Promise<unknown>;
};

const readFile = async ({ media, inTurn }: Deps, { sha256, width }: Large): Promise<Buffer | undefined> => {
  const file = await media.find(inTurn, sha256, width);
  if (file === undefined) return undefined;
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.bytes; at += pieces.at(-1)?.length ?? 0) {
    const piece = await file.read(at);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

const addSmallFile = async (deps: Deps, image: Large): Promise<void> => {
  const bytes = await readFile(deps, image);
  if (bytes === undefined) return;
  const folder = await makeUploadFolder(deps.dataDir);
  try {
    const path = join(folder, "image");
    await writeFile(path, bytes);
    const read = await deps.imageConverter.convert(systemFlow("photo_sweep"), { path, mebibytes: MEBIBYTES });
    const files = read.files.filter(({ width }) => width === MIN_WIDTH);
    const stored = await deps.media.upload(deps.inTurn, image.sha256, { ...read, files });
    for (const file of stored.files) await deps.inStep((query) => deps.media.add(query, image.sha256, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Adds the smallest file to the images that were uploaded before there was one. An image that cannot be read keeps the
 * files that it has. All processes do this work. Each begins at a random hash, so that they seldom read the same image.
 */
export const addSmallFiles = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const start = randomBytes(32).toString("hex");
  for (const [first, last] of [
    [start, LAST_HASH],
    [FIRST_HASH, start],
  ] as const) {
    let after = first;
    for (;;) {
      const from = after;
      const images = await deps.inTurn((query) => query<Large>(findLarge, [from, last]));
      if (images.length === 0) break;
      for (const image of images) {
        if (signal.aborted) return;
        after = image.sha256;
        await addSmallFile(deps, image).catch((error: unknown) => {
          if (!(error instanceof AppError && error.status === 400)) throw error;
        });
      }
    }
  }
};
