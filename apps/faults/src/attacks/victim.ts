import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ask } from "./ask.js";

export type Sample = {
  readonly name: string;
  /** The time since the request was due. */
  readonly ms: number;
  /** Why the request failed, or undefined if it did not. */
  readonly failure?: string;
};

export const NO_ANSWER = "no answer";
/** This is longer than any response takes, even on a busy machine. */
const WITHIN_MS = 30_000;
const MAX_IN_FLIGHT = 300;
const KEPT = 4;

type Answer = { readonly status: number; readonly retryAfter: string | undefined };

const createSender = (port: number, ask: Ask) => {
  const { method = "GET", path, headers = {}, body = "", isFresh, from } = ask;
  const agent = new Agent(isFresh ? { keepAlive: false } : { keepAlive: true, maxSockets: KEPT });
  const content = body === "" ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  let count = 0;
  const send = () =>
    new Promise<Answer>((resolve, reject) => {
      const localAddress = from[(count += 1) % from.length] ?? "";
      const options = { port, host: "127.0.0.1", localAddress, method, path, headers: { ...headers, ...content } };
      const sent = request({ ...options, agent }, (response) => {
        const { statusCode: status = 0, headers: fields } = response;
        response.once("end", () => resolve({ status, retryAfter: fields["retry-after"] }));
        response.once("error", reject).resume();
      });
      const giveUp = setTimeout(() => sent.destroy(new Error(NO_ANSWER)), WITHIN_MS);
      sent.once("close", () => clearTimeout(giveUp));
      sent.on("error", reject).end(body);
    });
  return { send, close: () => agent.destroy() };
};

/** @returns Why the request failed, or undefined if it did not. */
const succeed = async (send: () => Promise<Answer>, { expected, retryMs = 0 }: Ask): Promise<string | undefined> => {
  const giveUpAt = performance.now() + retryMs;
  try {
    for (;;) {
      const { status, retryAfter } = await send();
      if (expected.includes(status)) return undefined;
      const pauseMs = 1_000 * Number(retryAfter);
      if (status !== 503 || !(performance.now() + pauseMs < giveUpAt)) return `status ${status}`;
      await sleep(pauseMs);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
};

type Begin = () => (sample: Sample) => void;

const repeat = async (ask: Ask, send: () => Promise<Answer>, begin: Begin, signal: AbortSignal) => {
  const { name, everyMs } = ask;
  const inFlight = new Set<Promise<void>>();
  const measure = async (dueAt: number) => {
    const note = begin();
    const failure = await succeed(send, ask);
    note({ name, ms: performance.now() - dueAt, ...(failure !== undefined && { failure }) });
  };
  let dueAt = performance.now();
  while (!signal.aborted) {
    if (inFlight.size < MAX_IN_FLIGHT) {
      const measuring: Promise<void> = measure(dueAt).finally(() => inFlight.delete(measuring));
      inFlight.add(measuring);
    }
    dueAt += everyMs;
    await sleep(Math.max(0, dueAt - performance.now()));
  }
  await Promise.all(inFlight);
};

/**
 * @param begin - The victim calls it when a request is due.
 * @returns A function that stops asking after the last response.
 */
export const startAsking = (port: number, asks: readonly Ask[], begin: Begin): (() => Promise<void>) => {
  const stopping = new AbortController();
  const running = asks.map(async (ask) => {
    const { send, close } = createSender(port, ask);
    await repeat(ask, send, begin, stopping.signal);
    close();
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
};
