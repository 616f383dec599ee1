import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, signedIn, signIn } from "./app/app";
import { reloadOnMissingChunk } from "./app/missing-chunk";
import { followWhileSignedIn } from "./lib/service/follow-events";
import { invitation } from "./lib/session/invitation";
import { notePrinting } from "./lib/page/printing";
import { session } from "./lib/session/session";
import { sessionHint } from "./lib/session/session-hint";
import { askForStore, startStore } from "./lib/store/show-store";
import { storeTitle } from "./lib/store/store-settings";
import { whenIdle } from "./lib/service/when-idle";
import { loadTranslation } from "./texts/load-translation";

const open = () => {
  // This comes first because other chunks read the texts while they load.
  startStore();
  document.title = storeTitle();
  if (invitation.state.get() === undefined) (sessionHint.get() ? signedIn : signIn).loadAhead();
  // This part is loaded ahead, so that signing in does not wait for the connection. Signing out loads the page again.
  whenIdle(signedIn.loadAhead);
  const root = document.getElementById("root");
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
};

reloadOnMissingChunk();
followWhileSignedIn();
askForStore();
notePrinting();
void session.start();
addEventListener("pageshow", session.resume);
sessionHint.watch(session.giveWayTo);
// The translation comes first because other chunks read the texts while they load. If it cannot be loaded, the texts
// are English.
void loadTranslation()
  .catch(() => undefined)
  .then(open);
