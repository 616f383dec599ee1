import { lazy, Suspense } from "react";
import { useStore } from "../lib/page/store";
import { openPanel } from "../lib/page/panels";

const CommandPalette = lazy(() => import("./command-palette"));

/** The palette is loaded when it is first asked for. */
export const Commands = () => {
  const isOpen = useStore(openPanel) === "commands";
  return isOpen ? (
    <Suspense>
      <CommandPalette />
    </Suspense>
  ) : null;
};
