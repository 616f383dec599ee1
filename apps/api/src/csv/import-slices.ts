import { setImmediate as nextTurn } from "node:timers/promises";
import { IMPORT_SECONDS } from "@petstore/contract/routes";
import { importTooSlow, serviceUnavailable } from "../errors.js";

/** A slice has a few thousand rows at most, which are all checked in one turn of the event loop. */
const SLICE_LENGTH = 16_384;

/**
 * A stopping service gives requests in flight 10 s to finish. After this shorter time the import ends with an error, so
 * that another replica can run it.
 */
const STOP_MS = 8_000;

/**
 * Yields the file in slices, and lets other work run between them.
 * @throws AppError 503 if the import takes too long.
 */
export const importSlices = async function* (
  csv: string,
  life: { readonly state: string },
  timeoutSeconds = IMPORT_SECONDS,
  stopMs = STOP_MS,
): AsyncGenerator<string> {
  const startedAt = performance.now();
  let stoppingSince: number | undefined;
  for (let at = 0; at < csv.length; ) {
    const now = performance.now();
    if (now - startedAt > timeoutSeconds * 1_000) throw importTooSlow(timeoutSeconds);
    if (life.state === "stopping") stoppingSince ??= now;
    if (stoppingSince !== undefined && now - stoppingSince > stopMs) throw serviceUnavailable();
    yield csv.slice(at, at + SLICE_LENGTH);
    at += SLICE_LENGTH;
    await nextTurn();
  }
};
