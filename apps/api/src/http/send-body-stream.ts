import { once } from "node:events";
import { mediaTypeOf } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Request, Response } from "express";
import { contextOf } from "../request/request-context.js";
import type { AnyAnswer } from "../operation/operation.js";
import type { BodyStream, WriteBody } from "../operation/body-stream.js";

/**
 * A client counts as having stopped reading if it takes longer than this for an amount of data that fits into its
 * buffers.
 */
const MAX_WRITE_MS = 30_000;
/** A stream may take this long. Its open snapshot keeps PostgreSQL from removing dead rows until then. */
const MAX_STREAM_MS = 3_600_000;

export type StreamLimits = { readonly maxWriteMs: number; readonly maxStreamMs: number };

type StreamAnswer = AnyAnswer & { readonly body: BodyStream };
const isText = (type: string): boolean => type.startsWith("text/") || type === "application/json";

type Exchange = { readonly req: Request; readonly res: Response };

/**
 * This uses a timer, because Node 20 may garbage-collect an `AbortSignal.timeout` to which only an `AbortSignal.any`
 * refers.
 */
const abortAfter = (ms: number, controller: AbortController, problem: string) =>
  setTimeout(() => controller.abort(new Error(problem)), ms);

const writerOf =
  (response: Response, sendHead: () => void, controller: AbortController, maxWriteMs: number): WriteBody =>
  async (content) => {
    const { signal } = controller;
    signal.throwIfAborted();
    if (!response.headersSent) sendHead();
    if (response.write(content)) return;
    const timer = abortAfter(maxWriteMs, controller, `the client read nothing for ${maxWriteMs} ms`);
    await once(response, "drain", { signal }).finally(() => clearTimeout(timer));
  };

/**
 * Sends the body while it is produced. A stream that fails after its start resets the connection, because HTTP/1.0 has
 * no other way to mark a download as incomplete.
 */
export const sendBodyStream = async (
  { req, res }: Exchange,
  route: AppRoute,
  { status, headers = {}, body }: StreamAnswer,
  limits: StreamLimits = { maxWriteMs: MAX_WRITE_MS, maxStreamMs: MAX_STREAM_MS },
): Promise<void> => {
  const sendHead = () => {
    const context = contextOf(res);
    const { type = mediaTypeOf(route), isLive = false } = body.kind;
    if (isLive) context.headMs = performance.now() - context.startedAt;
    res.writeHead(status, { ...headers, "Content-Type": isText(type) ? `${type}; charset=utf-8` : type });
  };
  if (req.method === "HEAD") {
    sendHead();
    return void res.end();
  }
  const controller = new AbortController();
  const { maxWriteMs, maxStreamMs } = limits;
  let hasLeft = res.destroyed;
  const leave = () => {
    hasLeft = true;
    controller.abort();
  };
  res.on("close", leave);
  if (hasLeft) leave();
  const timer = abortAfter(maxStreamMs, controller, `the response took longer than ${maxStreamMs} ms`);
  try {
    await body.run(writerOf(res, sendHead, controller, maxWriteMs), controller.signal);
    res.end();
  } catch (error) {
    // The client has disconnected, so no response can be sent.
    if (hasLeft) return;
    if (!res.headersSent) throw error;
    contextOf(res).error = controller.signal.reason ?? error;
    res.socket?.resetAndDestroy();
  } finally {
    clearTimeout(timer);
    res.off("close", leave);
  }
};
