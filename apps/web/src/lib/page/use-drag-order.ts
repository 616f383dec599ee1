import { type PointerEvent, useState } from "react";

type Drag = { readonly from: number; readonly to: number };

type Point = { readonly clientX: number; readonly clientY: number };

/**
 * Tells whether the pointer has passed an element. It has passed a row when it is below the row's middle. In a grid, it
 * has passed the elements in the lines above, and the elements in its own line whose middle is to its left.
 */
const isPassed = ({ top, bottom, left, height, width }: DOMRect, { clientX, clientY }: Point, isGrid: boolean) => {
  if (!isGrid) return top + height / 2 < clientY;
  return bottom < clientY || (top <= clientY && left + width / 2 < clientX);
};

/** Returns the first place that the pointer has not passed yet. */
const placeAt = (list: Element, point: Point): number => {
  const isGrid = list.getAttribute("data-drag-list") === "grid";
  return [...list.children].filter((row) => isPassed(row.getBoundingClientRect(), point, isGrid)).length;
};

/**
 * Lets people drag the rows of a list, or the cells of a grid, by a handle, by mouse and by touch. Other people need
 * buttons for the same.
 * @returns what is dragged, where it would go, and the props of the handle
 */
export const useDragOrder = (onMove: (from: number, to: number) => void) => {
  const [drag, setDrag] = useState<Drag>();
  const handle = (from: number) => ({
    "data-dragging": drag?.from === from || undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const list = event.currentTarget.closest("[data-drag-list]");
      if (drag === undefined || list === null) return;
      const gap = placeAt(list, event);
      // When dragging down, the row leaves its old slot, so the index drops by one.
      setDrag({ ...drag, to: gap > drag.from ? gap - 1 : gap });
    },
    onPointerUp: () => {
      if (drag !== undefined) onMove(drag.from, drag.to);
      setDrag(undefined);
    },
    onPointerCancel: () => setDrag(undefined),
  });
  return { drag, handle };
};
