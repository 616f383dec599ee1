import { createInterface } from "node:readline/promises";
import { OperatorError } from "../config/operator-error.js";
import type { Shell } from "./shell.js";

const notConfirmed = (remedy: string) =>
  new OperatorError("not_confirmed", "Nothing was deleted: the deletion was not confirmed;", remedy);

/**
 * Only the word `yes` confirms, so that a key that is pressed by accident deletes nothing.
 * @throws OperatorError if the answer is anything else.
 */
export const confirm = async ({ stdin, stderr, signal, isJson }: Shell, question: string): Promise<void> => {
  if (isJson || stdin.isTTY !== true) throw notConfirmed("add --yes, or run the command in a terminal.");
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    const answer = await lines.question(`${question}\nType yes to delete them: `, { signal });
    if (answer.trim() !== "yes") throw notConfirmed("run the command again and type yes, or add --yes.");
  } finally {
    lines.close();
  }
};
