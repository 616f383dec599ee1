import type { Response } from "express";
import { entityTagOf, namesTag } from "../etag.js";
import { giveBack } from "../gate/rate-limit.js";
import type { Answer } from "./settle.js";

/**
 * Gives an answer that may be kept what a client needs to ask whether it still holds, and answers 304 to the one that asks
 * so (RFC 9110 §13.1.2). The tag covers the header fields of a listing too: a page that has got a next one is another.
 */
export const withValidators = (answer: Answer, ifNoneMatch: string | undefined, response: Response): Answer => {
  if (answer.status !== 200) return answer;
  const { Link, "Total-Count": total } = answer.headers ?? {};
  const rest = [Link, total].filter((value) => value !== undefined);
  const tag = entityTagOf(JSON.stringify(answer.body), ...rest);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  response.vary("Authorization");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    giveBack(response);
    return { status: 304, headers, body: undefined };
  }
  return { ...answer, headers: { ...answer.headers, ...headers } };
};
