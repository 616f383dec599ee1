import { notify } from "../lib/page/notices";
import { t } from "../texts";

/**
 * Reloads the page when a chunk is missing. After a deploy the chunks of the older version are gone; Vite reports that,
 * and a reload gets the new ones.
 */
export const reloadOnMissingChunk = (): void => {
  window.addEventListener("vite:preloadError", () => {
    if (!navigator.onLine) return;
    notify({
      kind: "error",
      title: t.common.newVersionTitle,
      detail: t.common.newVersion,
      action: { label: t.common.reload, run: () => location.reload() },
    });
  });
};
