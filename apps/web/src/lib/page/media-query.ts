import { useSyncExternalStore } from "react";

/** Paper is narrow, so the query keeps its result while printing: the page prints what was on the screen. */
const isPrinting = () => matchMedia("print").matches;

/**
 * Tells whether the page matches a media query. Use this if everything would have to be rendered twice with CSS alone.
 * @param query - For example `(min-width: 64rem)`.
 */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      const change = () => {
        if (!isPrinting()) listener();
      };
      list.addEventListener("change", change);
      return () => list.removeEventListener("change", change);
    },
    () => matchMedia(query).matches,
  );
