import { type RefObject, useEffect, useRef } from "react";

/** For a list whose rows go away with the button that had the focus: the focus stays in the list, which is focusable. */
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
