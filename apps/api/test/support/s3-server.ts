import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Runs after the server has received the request and before it answers. */
type Meanwhile = (method: string) => Promise<unknown>;
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a small S3 server to test errors. photo-bucket.test.ts also runs against real servers. */
export const startS3Server = async () => {
  const objects = new Map<string, Buffer>();
  let fault: Fault | undefined;
  let meanwhile: Meanwhile | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    if (fault !== undefined) return fault(request, response);
    const { method = "", url = "" } = request;
    await meanwhile?.(method);
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
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
