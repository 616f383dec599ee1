import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Lanes } from "../../concurrency/lanes.js";
import type { Config } from "../../config/config.js";
import { queryOfPool } from "../../database/query.js";
import type { Database } from "../../database/open-database.js";
import { mediaNotFound, methodNotAllowed } from "../../errors.js";
import { namesTag } from "../../operation/etag.js";
import { createClientAddress, networkOf } from "../../request/client-address.js";
import type { RequestContext } from "../../request/request-context.js";
import type { QueryInTurn, MediaStore } from "./media-store.js";
import { rangeOf } from "./range.js";

const MEDIA_PATH = "/media/";
const filePath = /^\/media\/([0-9a-f]{64})\/([1-9][0-9]{0,4})\.webp$/;
/** If a client takes longer than this for a piece, it has stopped reading. */
const MAX_WRITE_MS = 30_000;

/**
 * The header fields of a 200, a 206 and a 304. Any site may show a photo, and a browser must not run anything in it.
 * The content of an address never changes, but it may be erased, so caches revalidate after a day and then get a 404.
 */
const fields = Object.entries({
  "Cache-Control": "public, max-age=86400",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
  "Accept-Ranges": "bytes",
}).flat();

type MediaDeps = {
  readonly config: Pick<Config, "trustedProxies">;
  readonly database: Pick<Database, "reads">;
  readonly lanes: Lanes;
  readonly media: MediaStore;
};

type File = NonNullable<Awaited<ReturnType<MediaStore["find"]>>> & { readonly tag: string };

/** Resolves when the client can accept more data. @returns false if it has disconnected or stopped reading */
const writeTo = async ({ response }: RequestContext, bytes: Buffer): Promise<boolean> => {
  if (response.destroyed) return false;
  if (response.write(bytes)) return true;
  const waiting = new AbortController();
  const stop = () => waiting.abort();
  const timer = setTimeout(stop, MAX_WRITE_MS);
  response.once("close", stop);
  try {
    await once(response, "drain", { signal: waiting.signal });
    return true;
  } catch {
    response.destroy();
    return false;
  } finally {
    clearTimeout(timer);
    response.off("close", stop);
  }
};

/**
 * Answers `GET /media/{sha256}/{width}.webp`. The route is outside `/v1` and needs no key, because anyone who knows the
 * address may read the file.
 */
export const serveMedia = ({ config, database, lanes, media }: MediaDeps) => {
  const addressOf = createClientAddress(config.trustedProxies);
  const query = queryOfPool(database.reads.pool);

  const find = async (request: IncomingMessage, path: string): Promise<File> => {
    const [, sha256 = "", digits] = filePath.exec(path) ?? [];
    const width = Number(digits);
    // In the lane, all these requests belong to one account, and networks take turns.
    const flow = { account: "media", key: `media ${networkOf(addressOf(request) ?? "")}` };
    const inTurn: QueryInTurn = (work) => lanes.reads.run(flow, () => work(query));
    const file = sha256 === "" ? undefined : await media.find(inTurn, sha256, width);
    if (file === undefined) throw mediaNotFound();
    return { ...file, tag: `"${sha256.slice(0, 32)}-${width}-${file.bytes}"` };
  };

  /** @param first - The bytes of {@link File} at `from`. */
  const send = async (context: RequestContext, file: File, from: number, end: number, first: Buffer): Promise<void> => {
    let bytes: Buffer | undefined = first;
    for (let at = from; at < end; ) {
      bytes ??= await file.read(at);
      // The image was erased in the meantime. The connection is closed, so that the client does not mistake the part
      // for the whole.
      if (bytes === undefined) return void context.response.destroy();
      const part: Buffer = bytes.subarray(0, end - at);
      if (!(await writeTo(context, part))) return;
      at += part.length;
      bytes = undefined;
    }
    context.response.end();
  };

  const answer = async (context: RequestContext, path: string): Promise<void> => {
    const { request, response } = context;
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed("GET, HEAD");
    const file = await find(request, path);
    const { "if-none-match": ifNoneMatch, "if-range": ifRange, range: wanted } = request.headers;
    const tagged = [...fields, "ETag", file.tag];
    if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, file.tag)) {
      context.fields.writeHead(304, tagged);
      return void response.end();
    }
    const isHead = request.method === "HEAD";
    const mayBePart = !isHead && (ifRange === undefined || ifRange === file.tag);
    const range = mayBePart ? rangeOf(wanted, file.bytes) : undefined;
    if (range === "unsatisfiable") {
      context.fields.writeHead(416, ["Content-Range", `bytes */${file.bytes}`, "Content-Length", "0"]);
      return void response.end();
    }
    const { from, end } = range ?? { from: 0, end: file.bytes };
    // The first piece is read before the header is sent, because a bucket that does not answer must cause a 503.
    const first = isHead ? undefined : await file.read(from);
    if (!isHead && first === undefined) throw mediaNotFound();
    const length = ["Content-Type", "image/webp", "Content-Length", String(end - from)];
    const part = range === undefined ? [] : ["Content-Range", `bytes ${from}-${end - 1}/${file.bytes}`];
    context.fields.writeHead(range === undefined ? 200 : 206, [...tagged, ...length, ...part]);
    if (first === undefined) return void response.end();
    await send(context, file, from, end, first);
  };

  return (path: string) =>
    path.startsWith(MEDIA_PATH) ? (context: RequestContext) => answer(context, path) : undefined;
};
