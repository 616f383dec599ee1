import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError, bodyEndedEarly, noRoomForUpload, payloadTooLarge } from "../../errors.js";
import { createByteBudget } from "../../concurrency/byte-budget.js";
import type { RequestContext } from "../request-context.js";
import { makeUploadFolder } from "./upload-folders.js";

/** The disk space for the bodies that this process stores. One account may use half of it. */
const MAX_UPLOADED_BYTES = 268_435_456;
const uploads = createByteBudget(MAX_UPLOADED_BYTES, MAX_UPLOADED_BYTES / 2);

/** Each write uses a thread of the pool while other requests wait, so chunks are collected first. */
const WRITE_BYTES = 262_144;

/** A body in a file that has its own folder. */
export type ReceivedFile = {
  readonly path: string;
  readonly size: number;
  /** The hash in hexadecimal digits. */
  readonly sha256: string;
  /** The SHA-256 of `prefix` and the body, if there is a prefix. */
  readonly fingerprint: Uint8Array<ArrayBuffer> | undefined;
};

type Options = {
  readonly dataDir: string;
  readonly limit: number;
  readonly account: string;
  readonly prefix: string | undefined;
};

const writeBody = async (context: RequestContext, path: string, { limit, account, prefix }: Options) => {
  const { request } = context;
  const file = await open(path, "wx", 0o600);
  const body = createHash("sha256");
  const whole = prefix === undefined ? undefined : createHash("sha256").update(prefix);
  let size = 0;
  const held = Buffer.allocUnsafe(WRITE_BYTES);
  let filled = 0;
  const write = async () => {
    await file.appendFile(held.subarray(0, filled));
    filled = 0;
  };
  // If a request is answered before its body has arrived, for example with 408, nothing else ends it.
  context.releaseBody = () => void request.destroy(bodyEndedEarly());
  try {
    // The iterator must not destroy the request: a client that has not read its error response yet would see a broken
    // connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > limit) throw payloadTooLarge(limit);
      if (!uploads.add(account, chunk.length)) throw noRoomForUpload();
      size += chunk.length;
      body.update(chunk);
      whole?.update(chunk);
      if (filled + chunk.length > WRITE_BYTES) await write();
      if (chunk.length > WRITE_BYTES) await file.appendFile(chunk);
      else filled += chunk.copy(held, filled);
    }
    await write();
    return { path, size, sha256: body.digest("hex"), fingerprint: whole && new Uint8Array(whole.digest()) };
  } catch (error) {
    uploads.add(account, -size);
    throw error;
  } finally {
    context.releaseBody = undefined;
    await file.close();
  }
};

/**
 * Writes a body to a file while it arrives. `release` removes the file and frees its part of the budget.
 * @throws AppError 400 if the client stops before the end, 413 if the body exceeds the limit, 503 if the disk is full
 * or the budget is used up.
 */
export const receiveFile = async (
  context: RequestContext,
  options: Options,
): Promise<{ readonly file: ReceivedFile; readonly release: () => void }> => {
  const { request } = context;
  const { dataDir, limit, account } = options;
  let folder: string | undefined;
  const remove = () => folder !== undefined && void rm(folder, { recursive: true, force: true }).catch(() => {});
  try {
    if (Number(request.headers["content-length"] ?? 0) > limit) throw payloadTooLarge(limit);
    // It is not the client's fault if the disk is full or read-only.
    folder = await makeUploadFolder(dataDir);
    const file = await writeBody(context, join(folder, "image"), options);
    let isHeld = true;
    const release = () => {
      if (isHeld) uploads.add(account, -file.size);
      isHeld = false;
      remove();
    };
    return { file, release };
  } catch (error) {
    remove();
    // Reads the rest of the body, because some clients read the response only after they have sent everything. The
    // server's request timeout limits how long this takes.
    request.resume();
    if (error instanceof AppError) throw error;
    throw request.destroyed ? bodyEndedEarly() : noRoomForUpload(error);
  }
};
