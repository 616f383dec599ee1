import { useEffect, useRef, useState } from "react";
import { type CsvFile, type FileProblem, isProblem, type Reading, readFile } from "./read-file";

export type CsvFileState =
  | { readonly phase: "none" }
  | { readonly phase: "reading"; readonly name: string }
  | { readonly phase: "problem"; readonly name: string; readonly problem: FileProblem }
  | { readonly phase: "read"; readonly file: CsvFile };

/** Reads the file that a person has chosen. Choosing another file stops the reading of the previous one. */
export const useCsvFile = () => {
  const [state, setState] = useState<CsvFileState>({ phase: "none" });
  const chosen = useRef<{ readonly file: File; readonly reading: Reading }>(undefined);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const read = async (file: File, how: Reading) => {
    reading.current?.abort();
    const current = new AbortController();
    reading.current = current;
    chosen.current = { file, reading: how };
    setState({ phase: "reading", name: file.name });
    try {
      const result = await readFile(file, how, current.signal);
      if (current.signal.aborted) return;
      if (isProblem(result)) setState({ phase: "problem", name: file.name, problem: result });
      else setState({ phase: "read", file: result });
    } catch (error) {
      if (!current.signal.aborted) throw error;
    }
  };

  return {
    state,
    choose: (file: File) => void read(file, {}),
    /** Reads the same file again in another way. Earlier choices that `how` does not name stay. */
    readAs: (how: Reading) => {
      if (chosen.current !== undefined) void read(chosen.current.file, { ...chosen.current.reading, ...how });
    },
    reset: () => {
      reading.current?.abort();
      setState({ phase: "none" });
    },
  };
};
