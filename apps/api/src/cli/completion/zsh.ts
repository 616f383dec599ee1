import { allCommands, type CommandNode, type OptionNode, type Value } from "./command-tree.js";

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const escapeIn = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");

const actionOf = (value: Value): string => {
  if (value.kind === "words") return `(${value.words.join(" ")})`;
  return value.kind === "file" ? "_files" : " ";
};

const optionSpecs = ({ short, long, description, value }: OptionNode): string => {
  const text = `[${escapeIn(description)}]`;
  const action = value === undefined ? "" : `:${long.slice(2)}:${actionOf(value)}`;
  const flag = (name: string) => quote(`${name}${value !== undefined && name === long ? "=" : ""}${text}${action}`);
  if (short === undefined) return flag(long);
  return [short, long].map((name) => quote(`(${short} ${long})`) + flag(name)).join(" ");
};

const functionOf = (path: string): string => `_petstore${path === "" ? "" : `_${path.replace(/\W/g, "_")}`}`;

const leaf = ({ path, options, positions }: CommandNode): string =>
  [
    `${functionOf(path)}() {`,
    "  _arguments \\",
    [...options.map(optionSpecs), ...positions.map((value, index) => quote(`${index + 1}: :${actionOf(value)}`))]
      .map((spec) => `    ${spec}`)
      .join(" \\\n"),
    "}",
  ].join("\n");

const group = ({ path, options, commands }: CommandNode): string => `${functionOf(path)}() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -C \\
${options.map((option) => `    ${optionSpecs(option)} \\\n`).join("")}    '1: :->command' '*:: :->rest' && return
  case $state in
    command)
      commands=(
${commands.map(({ name, summary }) => `        ${quote(`${name}:${summary}`)}`).join("\n")}
      )
      _describe command commands ;;
    rest)
      case $line[1] in
${commands.map(({ name, path }) => `        ${name}) ${functionOf(path)} ;;`).join("\n")}
      esac ;;
  esac
}`;

export const zshCompletion = (root: CommandNode): string => `#compdef petstore
# Completion of petstore for zsh. Made by \`petstore completion zsh\`.
${allCommands(root)
  .map((node) => (node.commands.length > 0 ? group(node) : leaf(node)))
  .join("\n\n")}

# A file in $fpath is run to complete; a sourced script only registers its function.
if [[ $funcstack[1] == _petstore ]]; then
  _petstore "$@"
else
  compdef _petstore petstore
fi
`;
