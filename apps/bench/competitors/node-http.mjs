// This is the upper limit: node:http with the service's bytes and header fields, without checking a key or querying a
// database.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The responses by path and query, each as `[status, header fields, body]`. */
const responses = new Map(JSON.parse(readFileSync(process.env.RESPONSES, "utf8")));

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const [status, headers, body] = responses.get(request.url);
  response.writeHead(status, headers);
  response.end(body);
});

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
