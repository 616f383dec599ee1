import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";

/** An event of a part of Base UI, which can be kept from handling it. */
type PartEvent = KeyboardEvent & { readonly preventBaseUIHandler?: () => void };

/**
 * Takes Enter that is pressed before the answer for the text has arrived, as a hand scanner does. The first result is
 * taken when it has arrived, unless the person types on.
 * @param isKnown - Whether the first result for the text is known.
 * @param onFirst - Takes the first result, if there is one.
 */
export const useEarlyEnter = (text: string, isKnown: boolean, onFirst: () => void) => {
  const waitsFor = useRef<string>(undefined);
  const hasMoved = useRef(false);
  const take = useEffectEvent(onFirst);
  useEffect(() => {
    if (!isKnown || waitsFor.current === undefined) return;
    const isTyped = waitsFor.current === text;
    waitsFor.current = undefined;
    if (isTyped) take();
  }, [isKnown, text]);
  return {
    onKeyDown: (event: PartEvent): void => {
      // Somebody who has moved to a result of the previous text wants that one.
      if (event.key !== "Enter") hasMoved.current = event.key === "ArrowDown" || event.key === "ArrowUp";
      else if (!isKnown && !hasMoved.current) {
        waitsFor.current = text;
        event.preventDefault();
        event.preventBaseUIHandler?.();
      }
    },
    /** Takes the first result for a text as soon as it is known. */
    takeFirst: (of: string): void => {
      if (isKnown && of === text) onFirst();
      else waitsFor.current = of;
    },
  };
};
