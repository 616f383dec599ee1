// The bare floor: node:http with the bytes and header fields that the service answers, and nothing else.
// No key is checked and no database is asked.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** By path and query: `[status, header fields, body]`. */
const answers = new Map(JSON.parse(readFileSync(process.env.ANSWERS, "utf8")));

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const [status, headers, body] = answers.get(request.url);
  response.writeHead(status, headers);
  response.end(body);
});

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
