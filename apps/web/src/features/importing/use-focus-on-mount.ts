import { useEffect, useRef } from "react";

/** One step replaces the other, and takes away what had the focus: it goes to the new step. */
export const useFocusOnMount = ({ isScrolled = false } = {}) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.focus({ preventScroll: true });
    if (isScrolled) element.current?.scrollIntoView({ block: "start" });
  }, [isScrolled]);
  return element;
};
