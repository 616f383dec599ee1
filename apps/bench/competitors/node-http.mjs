// This server is the upper limit: it sends the service's bytes and header fields with node:http alone, and checks no
// key and queries no database.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The responses, by path and query. Each is `[status, header fields, body]`. */
const responses = new Map(JSON.parse(readFileSync(process.env.RESPONSES, "utf8")));

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const [status, headers, body] = responses.get(request.url);
  response.writeHead(status, headers);
  response.end(body);
});

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
