import { useSyncExternalStore } from "react";

/** Paper is narrow: what is printed is what was on the screen. */
const isPrinting = () => matchMedia("print").matches;

/** Where CSS alone would render everything twice. @param query - `(min-width: 64rem)`. */
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
