import { type RefObject, useLayoutEffect, useState } from "react";

/** Paper is narrow, so the width stays as it was while printing: the page prints what was on the screen. */
const isPrinting = () => matchMedia("print").matches;

/** Returns the width of an element in pixels, before the browser paints it; undefined until it is known. */
export const useWidth = (element: RefObject<HTMLElement | null>): number | undefined => {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || typeof ResizeObserver === "undefined") return undefined;
    const measure = () => {
      if (!isPrinting()) setWidth(box.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
};
