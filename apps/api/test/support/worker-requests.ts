import { Agent, request } from "node:http";
import type { ServiceProcess } from "./service-process.js";

export type WorkerAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Returns the process id of the worker that answered. It is in the log. */
  worker(): Promise<number>;
};

type Options = { method?: string; key?: string; headers?: Record<string, string>; body?: unknown; agent?: Agent };

/** Creates a keep-alive connection. All its requests reach the same worker. */
export const keepConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a request through an agent. Without one, it uses a new connection, which the next worker accepts. */
export const sendTo = (service: ServiceProcess, origin: string, path: string, options: Options = {}) =>
  new Promise<WorkerAnswer>((resolve, reject) => {
    const { method = "GET", key, headers = {}, body, agent = false } = options;
    const all = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    };
    const sent = request(origin + path, { method, headers: all, agent }, (response) => {
      const { statusCode = 0, headers } = response;
      const answer = {
        status: statusCode,
        headers,
        worker: () => findWorker(service, String(headers["x-request-id"])),
      };
      response
        .resume()
        .once("end", () => resolve(answer))
        .once("error", reject);
    });
    sent.once("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });

const findWorker = async ({ child, output }: ServiceProcess, requestId: string): Promise<number> => {
  for (;;) {
    const line = output.stderr.split("\n").find((line) => line.includes(requestId) && line.endsWith("}"));
    if (line !== undefined) return (JSON.parse(line) as { pid: number }).pid;
    await new Promise((resolve) => child.stderr?.once("data", resolve));
  }
};
