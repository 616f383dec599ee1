// Must stay first: a schema that is made before it would try `new Function`, which the CSP reports.
import "./lib/zod-config";
import "./styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { reloadOnMissingChunk } from "./app/missing-chunk";
import { session } from "./lib/session";
import { t } from "./texts";

document.title = t.common.appName;
reloadOnMissingChunk();
void session.start();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
