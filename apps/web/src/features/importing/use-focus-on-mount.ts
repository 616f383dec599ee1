import { useEffect, useRef } from "react";

/** Moves the focus to a step when it appears, because it has replaced the step that had the focus. */
export const useFocusOnMount = ({ isScrolled = false } = {}) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.focus({ preventScroll: true });
    if (isScrolled) element.current?.scrollIntoView({ block: "start" });
  }, [isScrolled]);
  return element;
};
