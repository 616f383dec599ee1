import { allCommands, type CommandNode, flagsOf, type Value, valueOptions } from "./command-tree.js";

const patterns = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(" | ");

const offer = (value: Value): string => {
  if (value.kind === "words") return `words="${value.words.join(" ")}"`;
  return value.kind === "file" ? "files=yes" : "return";
};

const positionsOf = ({ path, positions, commands }: CommandNode): string[] => {
  const values: readonly Value[] =
    commands.length > 0 ? [{ kind: "words", words: commands.map(({ name }) => name) }] : positions;
  return values.map((value, position) => `      "${path}:${position}") ${offer(value)} ;;`);
};

/** For bash 3.2 (macOS) and newer, without the package bash-completion. */
export const bashCompletion = (root: CommandNode): string => {
  const all = allCommands(root);
  const options = valueOptions(root);
  const commands = all.flatMap(({ path, commands }) => commands.map(({ name }) => `${path} ${name}`));
  return `# Completion of petstore for bash. Made by \`petstore completion bash\`.
_petstore() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local path= word words= files= index position=0
  COMPREPLY=()
  # In --scope=read, bash takes = for a word.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case "$path $word" in
      ${patterns(commands)})
        path=\${path:+$path }$word
        position=0 ;;
      ${patterns(options.map(({ words }) => words))})
        ((index++))
        if [[ \${COMP_WORDS[index]} == = ]]; then ((index++)); fi ;;
      *" -") ((position++)) ;;
      *" -"*) ;;
      *) ((position++)) ;;
    esac
  done
  case "$path $previous" in
${options.map(({ words, value }) => `    "${words}") ${offer(value)} ;;`).join("\n")}
    *)
      if [[ $current == -* ]]; then
        case "$path" in
${all.map(({ path, options }) => `          "${path}") words="${options.flatMap(flagsOf).join(" ")}" ;;`).join("\n")}
        esac
      else
        case "$path:$position" in
${all
  .flatMap(positionsOf)
  .map((line) => `    ${line}`)
  .join("\n")}
        esac
      fi ;;
  esac
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
  else
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
  fi
}
complete -F _petstore petstore
`;
};
