import { type ApiError, toApiError, toFailure } from "./api-error";
import { session } from "../session/session";
import { t } from "../../texts";

/** The service gives up on a reader that makes no progress for this long. */
const SILENCE_MS = 30_000;
const NEW_LINE = 10;
const QUOTE = 34;

type DownloadOptions = {
  readonly signal: AbortSignal;
  /** Called with each piece that arrives. */
  readonly onPiece: (bytes: Uint8Array) => void;
};

const request = async (path: string, signal: AbortSignal, accept: string): Promise<Response> => {
  const send = async () => fetch(path, { signal, headers: { authorization: `Bearer ${await session.key()}`, accept } });
  const response = await send();
  if (response.status !== 401) return response;
  session.forgetKey();
  return send();
};

const readError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  return toApiError({ status: response.status, body, headers: response.headers });
};

/** Counts the lines of CSV. A text in quotes may contain line breaks, which do not count. */
export const createLineCounter = () => {
  let lines = 0;
  let isQuoted = false;
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === NEW_LINE && !isQuoted) lines += 1;
    }
    return lines;
  };
};

/**
 * Reads a file that the service streams. The browser keeps a large Blob on disk, not in the memory of the page.
 * @throws {ApiError} also if the answer breaks off; then the part that has arrived is discarded
 */
export const download = async (path: string, accept: string, options: DownloadOptions): Promise<Blob> => {
  const silence = new AbortController();
  const giveUp = () => silence.abort(new DOMException(t.common.timeout, "TimeoutError"));
  let timer = setTimeout(giveUp, SILENCE_MS);
  try {
    const response = await request(path, AbortSignal.any([options.signal, silence.signal]), accept);
    if (!response.ok || response.body === null) throw await readError(response);
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, SILENCE_MS);
        options.onPiece(chunk);
        controller.enqueue(chunk);
      },
    });
    return await new Response(response.body.pipeThrough(counter), { headers: { "content-type": accept } }).blob();
  } catch (error) {
    throw toFailure(error);
  } finally {
    clearTimeout(timer);
  }
};

/** Gives a file to the browser, which saves it or asks where. */
export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
