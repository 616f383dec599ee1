import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { waitingNotices } from "../lib/page/notices";
import { newOrder } from "../lib/orders/new-order";
import { openPanel } from "../lib/page/panels";
import { openConflicts } from "../lib/pets/conflicts";
import { reauthentication } from "../lib/session/reauthentication";
import { session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { whenUsed } from "../lib/service/when-idle";

/** Waits for the connection if there is none, because the page works without these parts. */
const loadOverlays = (): Promise<{ readonly default: ComponentType }> =>
  import("./overlays").catch(async (error: unknown) => {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
    return loadOverlays();
  });

const Overlays = lazy(loadOverlays);

const useIsAsked = (): boolean => {
  const state = useStore(session.state);
  const isEnded = state.phase === "signed-in" && state.hasEnded;
  const isConflict = useStore(openConflicts).length > 0;
  const isProof = useStore(reauthentication.pending) !== undefined;
  const isHelp = useStore(openPanel) === "shortcuts";
  const isNotice = useStore(waitingNotices).length > 0;
  const isOrder = useStore(newOrder) !== undefined;
  return isOrder || isNotice || isEnded || isConflict || isProof || isHelp;
};

/**
 * Dialogs and notices over every page. They are loaded when somebody begins to use the page, or when one of them is
 * needed.
 */
export const LateOverlays = () => {
  const [isDue, setIsDue] = useState(false);
  // Once the overlays have been needed, they stay rendered, because a notice leaves the waiting list as soon as it is
  // shown.
  if (useIsAsked() && !isDue) setIsDue(true);
  useEffect(() => whenUsed(() => setIsDue(true)), []);
  return <Suspense>{isDue && <Overlays />}</Suspense>;
};
