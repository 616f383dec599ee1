import { Readable, Writable } from "node:stream";
import { type Command, CommanderError } from "commander";
import { createProgram } from "../../src/cli/petstore.js";

const silence = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const silent = {
  ...{ env: {}, stdin: Readable.from([]), stdout: silence(), stderr: silence() },
  ...{ signal: new AbortController().signal, isJson: true },
};

const withoutActions = (command: Command): Command => {
  if (command.commands.length === 0) return command.action(() => {});
  for (const one of command.commands) withoutActions(one);
  return command;
};

/**
 * The errors of commander that are accepted if a text only mentions a command, because it may leave arguments out or
 * write NAME.
 */
const mentioned = ["help", "missingArgument", "missingMandatoryOptionValue", "invalidArgument"];

/**
 * Parses the arguments of `petstore` as the command line does, but runs nothing.
 * @param isMention - Accepts missing arguments and invalid values.
 * @returns The error; undefined if the arguments are valid.
 */
export const judgePetstore = (args: readonly string[], isMention = false): string | undefined => {
  try {
    withoutActions(createProgram(silent)).parse(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isAllowed = isMention && mentioned.includes(error.code.replace("commander.", ""));
    return error.exitCode === 0 || isAllowed ? undefined : error.message;
  }
};
