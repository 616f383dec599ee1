import { forEachChild, parse, type SyntaxNode } from "unbash";

/** A program and its arguments, without quotes. Variables in them are not replaced. */
export type ShellCommand = readonly [program: string, ...args: string[]];

const wordsOf = (text: readonly string[]): ShellCommand[] => {
  const [program, ...args] = text;
  return program === undefined ? [] : [[program, ...args]];
};

/** @returns The commands that are started by a program such as `sudo`. */
const innerOf = ([program, ...args]: ShellCommand): readonly ShellCommand[] => {
  const after = (word: string, skipped: number) =>
    args.includes(word) ? wordsOf(args.slice(args.indexOf(word) + skipped)).flatMap(withInner) : [];
  if (program === "docker") return after("exec", 2);
  if (program === "kubectl") return after("--", 1);
  if (program === "sudo") return after("-u", 2);
  return program === "sh" || program === "ssh" ? readShell(args.at(-1) ?? "").commands : [];
};

const withInner = (command: ShellCommand): ShellCommand[] => [command, ...innerOf(command)];

type Shell = {
  readonly commands: readonly ShellCommand[];
  /** The variables that the script assigns itself. */
  readonly variables: ReadonlyMap<string, string>;
};

/** Finds all commands of a script, including those in loops, pipes and substitutions. @throws SyntaxError */
export const readShell = (script: string): Shell => {
  const commands: ShellCommand[] = [];
  const variables = new Map<string, string>();
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Script" && "errors" in node && node.errors !== undefined) {
      throw new SyntaxError(node.errors.map(({ message }) => message).join("; "));
    }
    if (node.type === "Command" && node.name !== undefined) {
      const args = node.args.flatMap((word) => (word.type === "Word" ? [word.value] : []));
      commands.push(...withInner([node.name.value, ...args]));
    }
    if (node.type === "Assignment" && node.value.type === "Word" && !variables.has(node.name)) {
      variables.set(node.name, node.value.value);
    }
    forEachChild(node, visit);
  };
  visit(parse(script));
  return { commands, variables };
};
