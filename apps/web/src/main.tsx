import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, signedIn, signIn } from "./app/app";
import { reloadOnMissingChunk } from "./app/missing-chunk";
import { followWhileSignedIn } from "./lib/follow-events";
import { invitation } from "./lib/invitation";
import { notePrinting } from "./lib/printing";
import { session } from "./lib/session";
import { sessionHint } from "./lib/session-hint";
import { whenIdle } from "./lib/when-idle";
import { t } from "./texts";

document.title = t.common.appName;
reloadOnMissingChunk();
followWhileSignedIn();
notePrinting();
void session.start();
addEventListener("pageshow", session.resume);
sessionHint.watch(session.giveWayTo);
if (invitation.state.get() === undefined) (sessionHint.get() ? signedIn : signIn).loadAhead();
// Signing in and out then need no line, or a slow one.
whenIdle(signedIn.loadAhead);
whenIdle(signIn.loadAhead);

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
