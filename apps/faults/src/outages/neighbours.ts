import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { type LoopbackServer, startLoopbackServer } from "./loopback-server.js";

/** Starts a store of objects which understands as much of S3 as photos need. Its objects survive its absence. */
export const startBucket = (cleanup: Cleanup): Promise<LoopbackServer> => {
  const objects = new Map<string, Buffer>();
  return startLoopbackServer(({ method, url = "", headers }, response, body) => {
    const object = objects.get(url);
    if (method === "PUT") {
      objects.set(url, body);
      response.end();
    } else if (method === "DELETE") response.writeHead(objects.delete(url) ? 204 : 404).end();
    else if (object === undefined) response.writeHead(404).end("<Error><Code>NoSuchKey</Code></Error>");
    else {
      const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
      const part = from === undefined ? object : object.subarray(Number(from), Number(last) + 1);
      response.writeHead(from === undefined ? 200 : 206, { "content-length": part.length }).end(part);
    }
  }, cleanup);
};

/** Starts a collector that accepts all traces. */
export const startCollector = (cleanup: Cleanup): Promise<LoopbackServer> =>
  startLoopbackServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }, cleanup);
