import type { Shell } from "./shell.js";

/** Interrupting closes the connection, so that its transaction cannot commit. */
export const untilInterrupted = <Result>({ signal }: Pick<Shell, "signal">, work: Promise<Result>): Promise<Result> => {
  const interruption = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, interruption]);
};
