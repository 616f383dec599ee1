import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { petOf } from "./pets.js";

const readJson = async (request: AsyncIterable<Buffer>): Promise<object> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as object;
};

/**
 * Starts a service that answers the creation of a pet as the real one does, and that has no pets. This is enough to see
 * a request and both kinds of response.
 */
export const startSmallService = async () => {
  let lastId = 0;
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response
        .writeHead(status, { "content-type": "application/json", "x-request-id": "r-1", etag: '"1"' })
        .end(JSON.stringify(body));
    const isCreate = `${request.method} ${request.url}` === "POST /v1/pets";
    if (request.headers.authorization !== "Bearer pets_test_1") {
      answer(401, { code: "unauthorized", message: "no key", status: 401 });
    } else if (!isCreate) {
      answer(404, { code: "not_found", message: "no such pet", status: 404 });
    } else {
      lastId += 1;
      const id = lastId;
      void readJson(request).then((pet) => answer(201, { ...petOf({ id }), ...pet }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
};
