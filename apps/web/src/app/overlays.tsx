import { ConflictDialog } from "./conflict-dialog";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { SessionEnded } from "./session-ended";
import { ShortcutHelp } from "./shortcut-help";

/** The dialogs that may open over every page. */
const Overlays = () => (
  <>
    <ShortcutHelp />
    <ConflictDialog />
    <ReauthenticationDialog />
    <SessionEnded />
  </>
);

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default Overlays;
