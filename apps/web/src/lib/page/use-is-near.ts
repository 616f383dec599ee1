import { type RefCallback, useCallback, useState } from "react";

/** The distance from the visible part of the page, at which a part is loaded before it scrolls into view. */
const MARGIN = "150px 0px";

const waiting = new Map<Element, () => void>();

const show = (element: Element): void => {
  const run = waiting.get(element);
  waiting.delete(element);
  observer?.unobserve(element);
  run?.();
};

// Tests without a browser have no observer.
const observer =
  typeof IntersectionObserver === "undefined"
    ? undefined
    : new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) if (isIntersecting) show(target);
        },
        { rootMargin: MARGIN },
      );

/**
 * Returns whether an element is, or was, in sight or just outside of it, and the function for its `ref`. Browsers load
 * images with `loading="lazy"` up to 2,500 pixels ahead, which is a whole page of a list.
 */
export const useIsNear = (): readonly [isNear: boolean, ref: RefCallback<Element>] => {
  const [isNear, setIsNear] = useState(observer === undefined);
  const ref = useCallback((element: Element | null) => {
    if (element === null || observer === undefined) return undefined;
    waiting.set(element, () => setIsNear(true));
    observer.observe(element);
    return () => {
      waiting.delete(element);
      observer.unobserve(element);
    };
  }, []);
  return [isNear, ref];
};
