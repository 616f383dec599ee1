import { once } from "node:events";
import { mediaTypeOf } from "@petstore/contract";
import type { AppRoute } from "@ts-rest/core";
import type { Request, Response } from "express";
import { contextOf } from "../gate/request-context.js";
import type { AnyAnswer } from "../operation/operation.js";
import type { TextStream, WriteText } from "../operation/text-stream.js";

/** A client that takes longer for what fits into its buffers has stopped reading. */
const MAX_WRITE_MS = 30_000;
/** An open snapshot keeps PostgreSQL from removing dead rows. */
const MAX_STREAM_MS = 3_600_000;

export type StreamLimits = { readonly maxWriteMs: number; readonly maxStreamMs: number };

type StreamAnswer = AnyAnswer & { readonly body: TextStream };
type Exchange = { readonly req: Request; readonly res: Response };

const writerOf =
  (response: Response, sendHead: () => void, signal: AbortSignal, { maxWriteMs }: StreamLimits): WriteText =>
  async (text) => {
    signal.throwIfAborted();
    if (!response.headersSent) sendHead();
    if (response.write(text)) return;
    await once(response, "drain", { signal: AbortSignal.any([signal, AbortSignal.timeout(maxWriteMs)]) });
  };

/**
 * Sends the body while it is produced. A stream that fails after its start resets the connection: HTTP/1.0 has no other
 * way to tell a broken download from a complete one.
 */
export const sendTextStream = async (
  { req, res }: Exchange,
  route: AppRoute,
  { status, headers = {}, body }: StreamAnswer,
  limits: StreamLimits = { maxWriteMs: MAX_WRITE_MS, maxStreamMs: MAX_STREAM_MS },
): Promise<void> => {
  const sendHead = () =>
    void res.writeHead(status, { ...headers, "Content-Type": `${mediaTypeOf(route)}; charset=utf-8` });
  if (req.method === "HEAD") {
    sendHead();
    return void res.end();
  }
  const client = new AbortController();
  const leave = () => client.abort();
  res.on("close", leave);
  if (res.destroyed) leave();
  const signal = AbortSignal.any([client.signal, AbortSignal.timeout(limits.maxStreamMs)]);
  try {
    await body.run(writerOf(res, sendHead, signal, limits), signal);
    res.end();
  } catch (error) {
    // No one is left to answer.
    if (client.signal.aborted) return;
    if (!res.headersSent) throw error;
    contextOf(res).error = error;
    res.socket?.resetAndDestroy();
  } finally {
    res.off("close", leave);
  }
};
