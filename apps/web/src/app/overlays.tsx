import { lazy, Suspense, useEffect } from "react";
import { Notices } from "../components/notices";
import { ConflictDialog } from "./conflict-dialog";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { SessionEnded } from "./session-ended";
import { newOrder } from "../lib/orders/new-order";
import { askBeforeClosing } from "../lib/page/drafts";
import { useStore } from "../lib/page/store";
import { ShortcutHelp } from "./shortcut-help";

const NewOrderDialog = lazy(() => import("../features/orders/new-order-dialog"));

/** Everything that can be shown on top of any page. */
const Overlays = () => {
  const order = useStore(newOrder);
  // Something may have been typed before the page was loaded again.
  useEffect(askBeforeClosing, []);
  return (
    <>
      <ShortcutHelp />
      <ConflictDialog />
      <ReauthenticationDialog />
      <SessionEnded />
      {order !== undefined && (
        <Suspense>
          <NewOrderDialog petId={order.petId} customerId={order.customerId} onClose={() => newOrder.set(undefined)} />
        </Suspense>
      )}
      <Notices />
    </>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default Overlays;
