import { useLayoutEffect, useRef } from "react";

/**
 * Returns a function that closes the dialog only if it is still open, because another dialog may be open when a save
 * ends.
 * @param of - What the dialog shows, if the same dialog shows different things one after the other.
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
