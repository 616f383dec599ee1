import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Runs after the server has received the request and before it answers. */
type Meanwhile = (method: string) => Promise<unknown>;
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers the requests for lists and uploads in parts. @returns false if it is another request */
const answerLarge = (
  objects: Map<string, Buffer>,
  uploads: Map<string, Map<number, Buffer>>,
  { method, url }: { readonly method: string; readonly url: URL },
  body: Buffer,
  response: ServerResponse,
): boolean => {
  const { pathname, searchParams } = url;
  const upload = searchParams.get("uploadId") ?? "";
  if (searchParams.has("list-type")) {
    const [prefix, after] = ["prefix", "start-after"].map((name) => `${pathname}/${searchParams.get(name) ?? ""}`);
    const names = [...objects.keys()].filter((key) => key.startsWith(prefix ?? "") && key > (after ?? "")).toSorted();
    const keys = names.slice(0, 2).map((key) => `<Key>${encodeURIComponent(key.slice(pathname.length + 1))}</Key>`);
    response.end(`<ListBucketResult>${keys.join("")}</ListBucketResult>`);
  } else if (searchParams.has("uploads")) {
    const id = `upload/+${uploads.size}`;
    uploads.set(id, new Map());
    response.end(`<UploadId>${id}</UploadId>`);
  } else if (upload === "") return false;
  else if (!uploads.has(upload)) response.writeHead(404).end("<Error><Code>NoSuchUpload</Code></Error>");
  else if (method === "PUT") {
    uploads.get(upload)?.set(Number(searchParams.get("partNumber")), body);
    response.setHeader("etag", `"${body.length}"`).end();
  } else {
    const parts = [...(uploads.get(upload) ?? [])].toSorted(([one], [other]) => one - other);
    const tags = [...body.toString().matchAll(/<ETag>"(\d+)"<\/ETag>/g)].map(([, tag]) => Number(tag));
    const isComplete = JSON.stringify(tags) === JSON.stringify(parts.map(([, part]) => part.length));
    uploads.delete(upload);
    if (method === "DELETE") response.writeHead(204).end();
    else if (!isComplete) response.writeHead(400).end("<Error><Code>InvalidPart</Code></Error>");
    else response.end(objects.set(pathname, Buffer.concat(parts.map(([, part]) => part))) && "");
  }
  return true;
};

/** Starts a small S3 server to test errors. photo-bucket.test.ts also runs against real servers. */
export const startS3Server = async () => {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let fault: Fault | undefined;
  let meanwhile: Meanwhile | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    if (fault !== undefined) return fault(request, response);
    const { method = "", url = "" } = request;
    await meanwhile?.(method);
    const target = new URL(url, "http://localhost");
    if (target.search !== "" && answerLarge(objects, uploads, { method, url: target }, body, response)) return;
    if (method === "PUT") return void response.end(objects.set(url, body) && "");
    const object = objects.get(url);
    if (method === "DELETE") return void response.writeHead(objects.delete(url) ? 204 : 404).end();
    if (object === undefined) return void response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const part = from === undefined ? object : object.subarray(Number(from), Number(last) + 1);
    response.writeHead(from === undefined ? 200 : 206, { "content-length": part.length }).end(part);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Makes the server answer all requests with this fault. Called without one, it ends this. */
    fail: (next?: Fault) => void (fault = next),
    /** Runs a function during each request. Called without one, it ends this. */
    meanwhile: (next?: Meanwhile) => void (meanwhile = next),
    keys: () => [...objects.keys()],
    /** Changes a stored object. */
    alter: (key: string, change: (bytes: Buffer) => Buffer) => {
      objects.set(key, change(objects.get(key) ?? Buffer.alloc(0)));
    },
    /** The number of uploads in parts that were neither completed nor aborted. */
    openUploads: () => uploads.size,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
