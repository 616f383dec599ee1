import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemFlow } from "../../concurrency/lanes.js";
import type { Db } from "../../database/prisma-client.js";
import { AppError } from "../../errors.js";
import type { Transaction } from "../../operation/operation.js";
import { makeUploadFolder } from "../../request/body/upload-folders.js";
import type { ImageConverter } from "./image-converter.js";
import { hasFile, smallestOf, type MediaStore, type QueryInTurn } from "./media-store.js";
import { MIN_WIDTH } from "./photo-widths.mjs";

/** A row takes about a hundred bytes. */
const PAGE_SIZE = 500;
/** A file of 320 pixels takes far less. */
const MEBIBYTES = 16;

type Large = { readonly sha256: string; readonly width: number };

type Deps = {
  readonly media: MediaStore;
  readonly imageConverter: Pick<ImageConverter, "convert">;
  readonly dataDir: string;
  readonly db: Pick<Db, "media">;
  /** Waits for the lane of the sweep. */
  readonly inLane: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Runs a statement in the lane. */
  readonly inTurn: QueryInTurn;
  /** Runs a write in a transaction. */
  readonly inStep: (work: (tx: Transaction) => Promise<void>) => Promise<unknown>;
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
    for (const file of stored.files) await deps.inStep((tx) => deps.media.add(tx, image.sha256, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const shuffle = <One>(all: readonly One[]): One[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);

/** @param last - The last image of the previous page. If it has been deleted since then, the page is empty. */
const readPage = ({ db, inLane }: Deps, last: Uint8Array<ArrayBuffer> | undefined) =>
  inLane(() =>
    db.media.findMany({
      where: { width: { gt: MIN_WIDTH } },
      select: { sha256: true, sizes: true },
      orderBy: { sha256: "asc" },
      take: PAGE_SIZE,
      ...(last !== undefined && { cursor: { sha256: last }, skip: 1 }),
    }),
  );

/**
 * Adds the smallest file to the images that were uploaded before there was one. An image that cannot be read keeps the
 * files that it has. All processes do this work, each in an order of its own, so that they seldom read the same image.
 */
export const addSmallFiles = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  let last: Uint8Array<ArrayBuffer> | undefined;
  for (;;) {
    const page = await readPage(deps, last);
    if (page.length === 0) return;
    last = page.at(-1)?.sha256;
    const lacking = page.filter(({ sizes }) => !hasFile(sizes, MIN_WIDTH));
    for (const { sha256, sizes } of shuffle(lacking)) {
      if (signal.aborted) return;
      const image = { sha256: Buffer.from(sha256).toString("hex"), width: smallestOf(sizes) };
      await addSmallFile(deps, image).catch((error: unknown) => {
        if (!(error instanceof AppError && error.status === 400)) throw error;
      });
    }
  }
};
