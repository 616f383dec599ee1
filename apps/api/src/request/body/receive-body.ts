import { bodyEndedEarly, payloadTooLarge } from "../../errors.js";
import type { RequestContext } from "../request-context.js";
import { BodyBuffer } from "./body-buffer.js";
import type { BodyRoom, OpenBodyRoom } from "./body-budget.js";

/**
 * @throws AppError 413 if the body exceeds the limit, 400 if the client stops before the end, and the errors of
 * `openRoom`.
 */
export const receiveBody = (context: RequestContext, limit: number, openRoom: OpenBodyRoom): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { request } = context;
    const declared = Number(request.headers["content-length"] ?? limit);
    const buffer = new BodyBuffer(Math.min(declared, limit));
    let room: BodyRoom | undefined;
    const stop = () => {
      request.off("data", take).off("end", finish).off("close", abort).off("error", abort);
    };
    const refuse = (refusal: unknown) => {
      stop();
      room?.release();
      // Reads the rest of the body, because some clients read the response only after they have sent everything. The
      // server's request timeout limits how long this takes.
      request.resume();
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      if (buffer.length + chunk.length > limit) return refuse(payloadTooLarge(limit));
      try {
        room?.hold(buffer.sizeWith(chunk), buffer.length + chunk.length);
      } catch (error) {
        return refuse(error);
      }
      buffer.append(chunk);
    };
    const finish = () => {
      stop();
      room?.finish?.();
      context.releaseBody = room?.release;
      resolve(buffer.take());
    };
    const abort = () => refuse(bodyEndedEarly());
    // A request that is answered before its body has arrived, for example after a parser error, emits no `close`.
    context.releaseBody = abort;
    if (declared > limit) return refuse(payloadTooLarge(limit));
    if (request.destroyed) return abort();
    try {
      room = openRoom(refuse);
    } catch (error) {
      return refuse(error);
    }
    request.on("data", take).on("end", finish).on("close", abort).on("error", abort);
  });

/**
 * Keeps the memory reserved until the work has ended as well. The work may last longer than its connection, and a
 * response may wait behind others.
 * @returns A function to call when the work ends.
 */
export const holdBody = (context: RequestContext): (() => void) => {
  const { releaseBody } = context;
  let users = 2;
  const leave = () => {
    users -= 1;
    if (users === 0) releaseBody?.();
  };
  context.releaseBody = leave;
  return leave;
};
