import { ApiError } from "../../lib/service/api-error";

const isTooHeavy = (error: unknown) => error instanceof ApiError && error.status === 413;

/**
 * Sends a list in parts, one after the other. A part that is too heavy for the service (413) changes nothing: it is sent
 * again as two halves, and what follows goes in parts of that size. One entry that is too heavy alone is a failure.
 * @param most - The size of the first part.
 * @yields what came back for each part, in order
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
      // A person may be waiting beside us: parts leave room for others.
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
