import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly path: string };
type Answer = number | ((response: ServerResponse, received: Received) => void);

export type WebhookReceiver = {
  readonly url: string;
  readonly received: Received[];
  /** The response from now on: a status, or a function that responds. */
  answer: Answer;
  readonly server: Server;
  close(): Promise<void>;
};

/** Starts a receiver on this machine that answers 204. @param port - The port; by default any free one. */
export const startReceiver = async (port = 0): Promise<WebhookReceiver> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const one = { headers: request.headers, body, path: request.url ?? "" };
      received.push(one);
      if (typeof receiver.answer === "function") receiver.answer(response, one);
      else response.writeHead(receiver.answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: 204,
    server,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
};

/** Returns the ids of the events that the receiver got, in order. */
export const idsOf = ({ received }: WebhookReceiver): string[] =>
  received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
