import { useLayoutEffect, useRef } from "react";

/**
 * Returns a function that closes the dialog only if it is still open, because a save may end when another dialog is
 * open already.
 * @param of - What the dialog shows, if the same dialog shows one thing after another.
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
