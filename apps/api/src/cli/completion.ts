import { Argument, type Command } from "commander";
import { bashCompletion } from "./completion/bash.js";
import { commandTree } from "./completion/command-tree.js";
import { fishCompletion } from "./completion/fish.js";
import { zshCompletion } from "./completion/zsh.js";
import { jsonOption } from "./json-option.js";
import { print, type Shell } from "./shell.js";

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const help = `
bash    Put this into ~/.bashrc:   source <(petstore completion bash)
        macOS's own bash (3.2):    eval "$(petstore completion bash)"
zsh     Put this into ~/.zshrc, after compinit:   source <(petstore completion zsh)
fish    petstore completion fish > ~/.config/fish/completions/petstore.fish

The script completes the command \`petstore\`. From a checkout, define that first:

  petstore() { node /path/to/apps/api/dist/cli.js "$@"; }     # bash, zsh
  function petstore; node /path/to/apps/api/dist/cli.js $argv; end     # fish`;

export const addCompletion = (program: Command, shell: Shell): void => {
  program
    .command("completion")
    .summary("print a script that completes commands in a shell")
    .description("Prints a script for a shell, which then completes commands, options, their values and files.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(scripts)))
    .addOption(jsonOption("an object: shell, script"))
    .addHelpText("after", help)
    .action((name: keyof typeof scripts) => {
      const script = scripts[name](commandTree(program));
      return print(shell, { text: script.trimEnd(), json: { shell: name, script } });
    });
};
