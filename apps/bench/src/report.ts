export type Report = (line: string) => void;

/** Reports progress on standard error, with the time since the start. */
export const createReport = (): Report => {
  const startedAt = performance.now();
  return (line) => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    process.stderr.write(`${time.padStart(6)}  ${line}\n`);
  };
};
