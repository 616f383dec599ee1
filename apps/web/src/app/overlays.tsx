import { lazy, Suspense, useEffect } from "react";
import { Notices } from "../components/notices";
import { ConflictDialog } from "./conflict-dialog";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { SessionEnded } from "./session-ended";
import { newOrder } from "../lib/orders/new-order";
import { hasDrafts } from "../lib/page/drafts";
import { useStore } from "../lib/page/store";
import { useAccount } from "../lib/session/roles";
import { ShortcutHelp } from "./shortcut-help";

const NewOrderDialog = lazy(() => import("../features/orders/new-order-dialog"));

/** Drafts end with the tab: the browser asks before it closes one that has some. */
const useAskBeforeClosing = () => {
  const { id } = useAccount();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasDrafts(id)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [id]);
};

/** What may show over every page. */
const Overlays = () => {
  const order = useStore(newOrder);
  useAskBeforeClosing();
  return (
    <>
      <ShortcutHelp />
      <ConflictDialog />
      <ReauthenticationDialog />
      <SessionEnded />
      {order !== undefined && (
        <Suspense>
          <NewOrderDialog petId={order.petId} onClose={() => newOrder.set(undefined)} />
        </Suspense>
      )}
      <Notices />
    </>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default Overlays;
