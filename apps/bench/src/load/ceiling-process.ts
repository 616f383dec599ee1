// A server that does nothing: whatever comes, it writes the same bytes. No service can be faster, so that a load
// generator which measures it measures itself.
import { type AddressInfo, createServer } from "node:net";

const bodyBytes = Number(process.argv[2]);
const answer = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${bodyBytes}\r\n\r\n${"x".repeat(bodyBytes)}`);

const server = createServer({ noDelay: true }, (socket) => {
  socket.on("data", () => socket.write(answer));
  socket.on("error", () => {});
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
