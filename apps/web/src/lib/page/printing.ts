import { flushSync } from "react-dom";
import { createStore } from "./store";

const now = () => new Date().toISOString();

/** When the page was printed, in ISO 8601. */
export const printedAt = createStore(now());

/** Notes the time when the page is printed, by a button or by the browser's own menu. */
export const notePrinting = (): void =>
  window.addEventListener("beforeprint", () => flushSync(() => printedAt.set(now())));

const arrival = (image: HTMLImageElement): Promise<void> =>
  image.complete
    ? Promise.resolve()
    : new Promise((resolve) => {
        for (const end of ["load", "error"]) image.addEventListener(end, () => resolve(), { once: true });
      });

/** Opens the browser's print dialog once every photo on the sheet has loaded or failed. */
export const printWithPhotos = async (sheet: ParentNode): Promise<void> => {
  await Promise.all([...sheet.querySelectorAll("img")].map(arrival));
  window.print();
};
