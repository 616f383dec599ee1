import { useEffect, useRef, useState } from "react";
import { type CsvFile, type Encoding, type FileProblem, isProblem, readFile } from "./read-file";

export type CsvFileState =
  | { readonly phase: "none" }
  | { readonly phase: "reading"; readonly name: string }
  | { readonly phase: "problem"; readonly name: string; readonly problem: FileProblem }
  | { readonly phase: "read"; readonly file: CsvFile };

/** The file that a person has chosen; choosing another one ends the reading of the one before. */
export const useCsvFile = () => {
  const [state, setState] = useState<CsvFileState>({ phase: "none" });
  const chosen = useRef<File>(undefined);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const read = async (file: File, encoding: Encoding) => {
    reading.current?.abort();
    const current = new AbortController();
    reading.current = current;
    chosen.current = file;
    setState({ phase: "reading", name: file.name });
    try {
      const result = await readFile(file, encoding, current.signal);
      if (current.signal.aborted) return;
      if (isProblem(result)) setState({ phase: "problem", name: file.name, problem: result });
      else setState({ phase: "read", file: result });
    } catch (error) {
      if (!current.signal.aborted) throw error;
    }
  };

  return {
    state,
    choose: (file: File) => void read(file, "utf-8"),
    readAs: (encoding: Encoding) => {
      if (chosen.current !== undefined) void read(chosen.current, encoding);
    },
    reset: () => {
      reading.current?.abort();
      setState({ phase: "none" });
    },
  };
};
