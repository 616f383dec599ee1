import { useLayoutEffect, useRef } from "react";

/**
 * Closes a dialog only while it is open: what it saves may end after that, when another one is.
 * @param of - What it shows, if one dialog turns from one thing to the next.
 */
export const useOwnClose = (onClose: () => void, of: number | true = true): (() => void) => {
  const shown = useRef<number | true>(undefined);
  useLayoutEffect(() => {
    shown.current = of;
    return () => {
      shown.current = undefined;
    };
  }, [of]);
  return () => {
    if (shown.current === of) onClose();
  };
};
