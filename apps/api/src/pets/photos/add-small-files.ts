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

/** All processes do this work. They choose at random, so that they seldom choose the same image. */
const findLarge = `
  SELECT encode(sha256, 'hex') AS sha256,
    (SELECT min((one ->> 0)::integer) FROM jsonb_array_elements(sizes) AS one) AS width
  FROM media WHERE width > ${MIN_WIDTH} AND ${lacksFile(String(MIN_WIDTH))} AND encode(sha256, 'hex') <> ALL ($1::text[])
  ORDER BY random() LIMIT ${BATCH_SIZE}`;

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
 * files that it has.
 */
export const addSmallFiles = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const tried: string[] = [];
  for (;;) {
    const images = await deps.inTurn((query) => query<Large>(findLarge, [tried]));
    if (images.length === 0) return;
    for (const image of images) {
      if (signal.aborted) return;
      tried.push(image.sha256);
      await addSmallFile(deps, image).catch((error: unknown) => {
        if (!(error instanceof AppError && error.status === 400)) throw error;
      });
    }
  }
};
