import { type RefObject, useEffect, useRef } from "react";

/** Keeps the focus in a list, which is focusable, when a row goes away with the button that had it. */
export const useKeptFocus = <List extends HTMLElement>(count: number): RefObject<List | null> => {
  const list = useRef<List>(null);
  const before = useRef(count);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (count < before.current && isLost) list.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);
  return list;
};
