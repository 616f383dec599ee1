import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, loadSignedInAhead } from "./app/app";
import { reloadOnMissingChunk } from "./app/missing-chunk";
import { session } from "./lib/session";
import { sessionHint } from "./lib/session-hint";
import { t } from "./texts";

document.title = t.common.appName;
reloadOnMissingChunk();
void session.start();
if (sessionHint.get()) loadSignedInAhead();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
