import { lazy, Suspense } from "react";
import { useStore } from "../lib/page/store";
import { openPanel } from "../lib/page/panels";

const CommandPalette = lazy(() => import("./command-palette"));

/** The palette is loaded when somebody first opens it. */
export const Commands = () => {
  const isOpen = useStore(openPanel) === "commands";
  return isOpen ? (
    <Suspense>
      <CommandPalette />
    </Suspense>
  ) : null;
};
