import { setTimeout as sleep } from "node:timers/promises";

/** The maximum number of times that a request is sent again. */
const MOST_TRIES = 40;

type Answer = { readonly status: number; readonly body: unknown; readonly link: string };

export type Client = {
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Sends a list in parts. If a part is too large, it halves the size of the parts. */
  readonly sendInParts: (path: string, list: readonly object[], headers?: Record<string, string>) => Promise<void>;
  /** The number of responses with each status. The status 0 means that there was no response. */
  readonly statuses: Map<number, number>;
};

/** Creates a client that honours `Retry-After`. @throws Error if the service is no longer running. */
export const createClient = (origin: string, key: string): Client => {
  const statuses = new Map<number, number>();
  const once = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const init = {
      method,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await fetch(`${origin}${path}`, init).catch(() => undefined);
    const text = (await response?.text().catch(() => undefined)) ?? "";
    const status = response?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (response === undefined) throw new Error(`${method} ${path} had no answer.`);
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const link = response.headers.get("link") ?? "";
    return { status, body: isJson ? JSON.parse(text) : text, link, wait: Number(response.headers.get("retry-after")) };
  };
  const send: Client["send"] = async (...request) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await once(...request);
      if ((answer.status !== 503 && answer.status !== 429) || tries === MOST_TRIES) return answer;
      await sleep(answer.wait * 1_000);
    }
  };
  const sendInParts: Client["sendInParts"] = async (path, list, headers) => {
    const { status, body } = await send("POST", path, list, headers);
    if (status < 300) return;
    if (status !== 413 || list.length === 1)
      throw new Error(`POST ${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    const half = Math.ceil(list.length / 2);
    for (const part of [list.slice(0, half), list.slice(half)]) await sendInParts(path, part, headers);
  };
  return { send, sendInParts, statuses };
};
