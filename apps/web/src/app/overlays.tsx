import { Notices } from "../components/notices";
import { ConflictDialog } from "./conflict-dialog";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { SessionEnded } from "./session-ended";
import { ShortcutHelp } from "./shortcut-help";

/** What may show over every page. */
const Overlays = () => (
  <>
    <ShortcutHelp />
    <ConflictDialog />
    <ReauthenticationDialog />
    <SessionEnded />
    <Notices />
  </>
);

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default Overlays;
