import { clearLine, cursorTo } from "node:readline";
import { SingleBar } from "cli-progress";
import type { Output, Shell } from "./shell.js";
import { count } from "./words.js";

export type Progress = {
  readonly update: (rows: number, done?: number) => void;
  readonly writeLine: (line: string) => void;
  readonly stop: () => void;
};

/**
 * The control code DECSC saves the position of the cursor. When the bar stops, the cursor returns to that position,
 * which is one line lower by then.
 */
const SAVE_CURSOR = "\x1B7";

const silent: Progress = { update: () => {}, writeLine: () => {}, stop: () => {} };

const linesOnly = (output: Output): Progress => ({ ...silent, writeLine: (line) => void output.write(`${line}\n`) });

export const createProgress = (
  { stderr: output, isJson }: Pick<Shell, "stderr" | "isJson">,
  unit: string,
  total?: number,
): Progress => {
  if (isJson) return silent;
  if (output.isTTY !== true) return linesOnly(output);
  const format = total === undefined ? `{rows} ${unit}` : `{bar} {percentage} %  {rows} ${unit}  {eta_formatted} left`;
  const bar = new SingleBar({
    format,
    stream: output,
    clearOnComplete: true,
    hideCursor: null,
    barsize: 30,
    barCompleteChar: "█",
    barIncompleteChar: "░",
  });
  bar.start(total ?? 0, 0, { rows: "0" });
  return {
    update: (rows, done = 0) => bar.update(done, { rows: count(rows) }),
    writeLine: (line) => {
      clearLine(output, 0);
      cursorTo(output, 0);
      output.write(`${line}\n${SAVE_CURSOR}`);
    },
    stop: () => bar.stop(),
  };
};
