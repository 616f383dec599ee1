import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, signedIn } from "./app/app";
import { reloadOnMissingChunk } from "./app/missing-chunk";
import { invitation } from "./lib/invitation";
import { notePrinting } from "./lib/printing";
import { session } from "./lib/session";
import { sessionHint } from "./lib/session-hint";
import { t } from "./texts";

document.title = t.common.appName;
reloadOnMissingChunk();
notePrinting();
void session.start();
addEventListener("pageshow", session.resume);
sessionHint.watch(session.giveWayTo);
if (sessionHint.get() && invitation.state.get() === undefined) signedIn.loadAhead();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
