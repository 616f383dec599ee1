import { ApiError } from "../../lib/service/api-error";

const isTooHeavy = (error: unknown) => error instanceof ApiError && error.status === 413;

/**
 * Sends a list in parts, one after the other. A part that is too heavy for the service (413) changes nothing, so it is
 * sent again as two halves, and all later parts have that size. It fails if a single entry is too large.
 * @param most - The size of the first part.
 * @yields the answer to each part, in order
 */
export const inParts = async function* <One, Answer>(
  list: readonly One[],
  most: number,
  send: (part: readonly One[]) => Promise<Answer>,
): AsyncGenerator<Answer, void> {
  let size = most;
  for (let at = 0; at < list.length; ) {
    const part = list.slice(at, at + size);
    let answer: Answer;
    try {
      // The parts go out one after the other, which leaves room for the requests of other people.
      // oxlint-disable-next-line no-await-in-loop
      answer = await send(part);
    } catch (error) {
      if (!isTooHeavy(error) || part.length === 1) throw error;
      size = Math.ceil(part.length / 2);
      continue;
    }
    at += part.length;
    yield answer;
  }
};
