import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { queryOf } from "../../database/query.js";
import type { Transaction } from "../../operation/operation.js";
import { postgresMedia } from "../photos/media-store.js";
import { ofImage, touchProfile } from "../store/photo-table.js";

/** `scripts/draw-sample-photos.mjs` draws the photos. They are squares of these widths, each with a placeholder. */
const SIZES = [96, 320, 800] as const;
const PLACEHOLDER_SIZE = 16;

const pathOf = (name: string, size: number) =>
  fileURLToPath(new URL(`../../../samples/${name.toLowerCase()}-${size}.webp`, import.meta.url));

export type SamplePhoto = { readonly petId: number; readonly name: string; readonly alt: string; readonly at: Date };

/** Adds the photo of a pet in the sample. */
export const storeSamplePhoto = async (tx: Transaction, { petId, name, alt, at }: SamplePhoto): Promise<void> => {
  const [tiny, largest] = await Promise.all([
    readFile(pathOf(name, PLACEHOLDER_SIZE)),
    readFile(pathOf(name, Math.max(...SIZES))),
  ]);
  const sha256 = createHash("sha256").update(largest).digest("hex");
  await postgresMedia.put(queryOf(tx), sha256, {
    width: Math.max(...SIZES),
    height: Math.max(...SIZES),
    placeholder: `data:image/webp;base64,${tiny.toString("base64")}`,
    files: SIZES.map((width) => ({ width, height: width, path: pathOf(name, width) })),
  });
  await tx.photo.create({ data: { petId, ...ofImage(sha256), alt, position: 1, createdAt: at } });
  await touchProfile(tx, petId, at);
};
