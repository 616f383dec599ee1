import { Agent, type IncomingMessage, request } from "node:http";

type Outcome = {
  readonly status: number;
  readonly milliseconds: number;
  /** In seconds; undefined without the field. */
  readonly retryAfter: number | undefined;
};
export type Ask = {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type Client = { ask(asked: Ask): Promise<Outcome>; close(): void };

const ended = (response: IncomingMessage) =>
  new Promise<void>((resolve, reject) => {
    response.resume().once("end", resolve).once("error", reject);
  });

const retryAfterOf = ({ headers }: IncomingMessage) =>
  headers["retry-after"] === undefined ? undefined : Number(headers["retry-after"]);

export const openClient = (port: number, key: string, maxSockets = 32): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const ask: Client["ask"] = ({ method = "GET", path, headers = {}, body = "" }) =>
    new Promise((resolve, reject) => {
      const sentAt = performance.now();
      const content =
        body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const all = { authorization: `Bearer ${key}`, ...content, ...headers };
      const sent = request({ port, host: "127.0.0.1", method, path, headers: all, agent }, (response) => {
        ended(response).then(
          () =>
            resolve({
              status: response.statusCode ?? 0,
              milliseconds: performance.now() - sentAt,
              retryAfter: retryAfterOf(response),
            }),
          reject,
        );
      });
      sent.once("error", reject).end(body);
    });
  return { ask, close: () => agent.destroy() };
};

/** @param part - 0.5 for the median, 0.99 for the 99th percentile. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
