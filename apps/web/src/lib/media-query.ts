import { useSyncExternalStore } from "react";

/** Where CSS alone would render everything twice. @param query - `(min-width: 64rem)`. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
