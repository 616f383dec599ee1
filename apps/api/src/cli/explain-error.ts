import { CommanderError } from "commander";
import { isDatabaseUnavailable } from "../database/errors.js";
import { OperatorError } from "../config/operator-error.js";
import { explainBucket } from "../pets/photos/object-store.js";
import type { Shell } from "./shell.js";

export const exitCodes = { done: 0, refused: 1, wrongUsage: 2, interrupted: 130 } as const;

type Explanation = {
  readonly exitCode: number;
  /** The text for people; undefined if they have already seen it. */
  readonly text?: string;
  /** The document for programs; undefined if there is no error. */
  readonly json?: { readonly code: string; readonly message: string; readonly remedy: string };
};

const asSentence = (text: string): string => {
  const lines = text.split("\n").map((one) => one.trim());
  const line = lines.filter((one) => one !== "").join("; ");
  return `${line.charAt(0).toUpperCase()}${line.slice(1).replace(/[;:.]$/, "")}.`;
};

// Commander has already printed the error for people: a sentence, in some cases a suggestion on a second line, and
// where to find help.
const explainUsage = ({ exitCode, message }: CommanderError): Explanation => {
  if (exitCode === 0) return { exitCode: exitCodes.done };
  const [problem = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const json = {
    code: "invalid_command_line",
    message: asSentence(problem),
    remedy: suggestion === "" ? "Use --help to show the command's options." : suggestion.replace(/^\(|\)$/g, ""),
  };
  return { exitCode: exitCodes.wrongUsage, json };
};

const explainRefusal = ({ message, code, problem, remedy, details }: OperatorError): Explanation => ({
  exitCode: exitCodes.refused,
  text: message,
  json: { code, message: asSentence(problem), remedy: asSentence(remedy), ...details },
});

const explain = (error: unknown, { signal, isJson }: Shell): Explanation => {
  if (error instanceof CommanderError) return explainUsage(error);
  if (signal.aborted) {
    const message = "Interrupted: unfinished work was rolled back.";
    const json = { code: "interrupted", message, remedy: "Run the command again." };
    return { exitCode: exitCodes.interrupted, text: message, json };
  }
  const refusal = explainBucket(error);
  if (refusal instanceof OperatorError) return explainRefusal(refusal);
  if (isDatabaseUnavailable(error)) {
    const lost = "The connection to the database was lost;";
    return explainRefusal(
      new OperatorError("database_unavailable", lost, "make sure that it is running and try again."),
    );
  }
  if (!isJson) throw error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const json = { code: "internal_error", message, remedy: "This is a defect: report it with this message." };
  return { exitCode: exitCodes.refused, json };
};

/** Writes the error to standard error. @returns The exit code. */
export const reportError = (error: unknown, shell: Shell): number => {
  const { exitCode, text, json } = explain(error, shell);
  if (shell.isJson && json !== undefined) shell.stderr.write(`${JSON.stringify(json)}\n`);
  else if (text !== undefined) shell.stderr.write(`${text}\n`);
  return exitCode;
};
