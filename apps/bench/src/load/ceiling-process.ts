// This server writes the same bytes for every packet. No service can be faster, so a generator that reaches this rate
// measures only itself.
import { type AddressInfo, createServer } from "node:net";

const bodyBytes = Number(process.argv[2]);
const response = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${bodyBytes}\r\n\r\n${"x".repeat(bodyBytes)}`);

const server = createServer({ noDelay: true }, (socket) => {
  socket.on("data", () => socket.write(response));
  socket.on("error", () => {});
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
