import type { Argument, Command, Option } from "commander";

/** What follows an option, or stands at a position: words to choose from, a path, or a text that nobody can guess. */
export type Value = { readonly kind: "words"; readonly words: readonly string[] } | { readonly kind: "file" | "text" };

export type OptionNode = {
  readonly short: string | undefined;
  readonly long: string;
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly value: Value | undefined;
};

export type CommandNode = {
  /** The names from the program's first command to this one: `keys create`; empty for the program. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionNode[];
  readonly positions: readonly Value[];
  readonly commands: readonly CommandNode[];
};

// The placeholder that the help shows says that a path is meant.
const valueOf = (placeholder: string, choices: readonly string[] | undefined): Value => {
  if (choices !== undefined) return { kind: "words", words: choices };
  return { kind: placeholder === "file" ? "file" : "text" };
};

const toOption = ({ short, long, flags, description, required, optional, argChoices }: Option): OptionNode => ({
  short,
  long: long ?? "",
  // The rest is for the help: a list of completions has a line for each.
  description: description.split(/[:;]/, 1)[0] ?? "",
  value: required || optional ? valueOf(/<(.*)>/.exec(flags)?.[1] ?? "", argChoices) : undefined,
});

const toValue = (argument: Argument): Value => valueOf(argument.name(), argument.argChoices);

const toNode = (command: Command, parent: CommandNode["path"] | undefined): CommandNode => {
  const help = command.createHelp();
  const path = parent === undefined ? "" : `${parent} ${command.name()}`.trim();
  const siblings = help.visibleCommands(command).filter((one) => one.name() !== "help");
  const commands = help.visibleCommands(command).map((one) => {
    const node = toNode(one, path);
    // `help [command]` is commander's own: it does not know its choices.
    return node.name === "help"
      ? { ...node, positions: [{ kind: "words" as const, words: siblings.map((sibling) => sibling.name()) }] }
      : node;
  });
  return {
    path,
    name: command.name(),
    summary: command.summary() || command.description(),
    options: help.visibleOptions(command).map(toOption),
    positions: command.registeredArguments.map(toValue),
    commands,
  };
};

/** The commands, options and arguments that parse the command line. */
export const commandTree = (program: Command): CommandNode => toNode(program, undefined);

export const allCommands = (node: CommandNode): CommandNode[] => [node, ...node.commands.flatMap(allCommands)];

export const flagsOf = ({ short, long }: OptionNode): string[] => (short === undefined ? [long] : [short, long]);

/** Each option that takes a value, behind the path of its command: `keys create --name`. */
export const valueOptions = (root: CommandNode): { readonly words: string; readonly value: Value }[] =>
  allCommands(root).flatMap(({ path, options }) =>
    options.flatMap((option) => {
      const { value } = option;
      return value === undefined ? [] : flagsOf(option).map((flag) => ({ words: `${path} ${flag}`, value }));
    }),
  );
