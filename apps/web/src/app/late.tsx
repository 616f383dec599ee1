import { type ReactNode, useEffect, useState } from "react";
import { createStore, useStore } from "../lib/page/store";
import { Starting } from "./starting";

type Late = {
  /** Loads the part before it is shown. If this fails, the error shows where the part is used. */
  readonly loadAhead: () => void;
  readonly Content: () => ReactNode;
};

/**
 * A part of the admin that is fetched when it is needed. It does not use Suspense, because once that has shown a
 * fallback, React shows nothing else for 300 ms.
 */
export const createLate = (load: () => Promise<ReactNode>): Late => {
  const loaded = createStore<ReactNode>(undefined);
  const start = async () => loaded.set(await load());
  const Content = () => {
    const content = useStore(loaded);
    const [error, setError] = useState<unknown>();
    const isMissing = content === undefined;
    useEffect(() => {
      if (isMissing) start().catch(setError);
    }, [isMissing]);
    if (error !== undefined) throw error;
    return isMissing ? <Starting error={undefined} /> : content;
  };
  return { loadAhead: () => void start().catch(() => {}), Content };
};
