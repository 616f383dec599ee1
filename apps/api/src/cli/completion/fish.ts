import { allCommands, type CommandNode, type OptionNode, type Value, valueOptions } from "./command-tree.js";

const quote = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;

const at = (path: string, position?: number): string =>
  `complete -c petstore -n ${quote(`__petstore_at ${[quote(path), position ?? ""].join(" ").trim()}`)}`;

const valueFlags = (value: Value): string => {
  if (value.kind === "words") return `-x -a ${quote(value.words.join(" "))}`;
  return value.kind === "file" ? "-r -F" : "-x";
};

const optionLine = (path: string, { short, long, description, value }: OptionNode): string =>
  [
    at(path),
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    `-l ${long.slice(2)}`,
    ...(value === undefined ? [] : [valueFlags(value)]),
    `-d ${quote(description)}`,
  ].join(" ");

const positionLine = (path: string, value: Value, position: number): string[] => {
  if (value.kind === "words") return [`${at(path, position)} -a ${quote(value.words.join(" "))}`];
  return value.kind === "file" ? [`${at(path, position)} -F`] : [];
};

const linesOf = ({ path, commands, options, positions }: CommandNode): string[] => [
  ...commands.map(({ name, summary }) => `${at(path, 0)} -a ${quote(name)} -d ${quote(summary)}`),
  ...(commands.length > 0 ? [] : positions.flatMap((value, position) => positionLine(path, value, position))),
  ...options.map((option) => optionLine(path, option)),
];

export const fishCompletion = (root: CommandNode): string => {
  const all = allCommands(root);
  const commands = all.flatMap(({ path, commands }) => commands.map(({ name }) => quote(`${path} ${name}`)));
  return `# Completion of petstore for fish. Made by \`petstore completion fish\`.
function __petstore_at --description 'Whether the cursor is at this command, and at this position of its arguments'
    set -l words (commandline -opc)
    set -l path
    set -l position 0
    set -e words[1]
    while set -q words[1]
        switch "$path $words[1]"
            case ${commands.join(" ")}
                set path (string trim -- "$path $words[1]")
                set position 0
            case ${valueOptions(root)
              .map(({ words }) => quote(words))
              .join(" ")}
                set -e words[1]
            case '* -'
                set position (math $position + 1)
            case '* -*'
            case '*'
                set position (math $position + 1)
        end
        set -e words[1]
    end
    test "$path" = "$argv[1]"; and begin
        not set -q argv[2]; or test $position = $argv[2]
    end
end
complete -c petstore -f
${all.flatMap(linesOf).join("\n")}
`;
};
