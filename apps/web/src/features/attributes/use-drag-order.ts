import { type PointerEvent, useState } from "react";

type Drag = { readonly from: number; readonly to: number };

/** The place whose middle the pointer has not passed yet. */
const placeAt = (list: Element, y: number): number => {
  const middles = [...list.children].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2;
  });
  return middles.filter((middle) => middle < y).length;
};

/**
 * Lets rows of a list be dragged by a handle, by mouse and by touch. Others need buttons for the same.
 * @returns what is dragged and where it would go, and the props of the handle
 */
export const useDragOrder = (onMove: (from: number, to: number) => void) => {
  const [drag, setDrag] = useState<Drag>();
  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const list = event.currentTarget.closest("[data-drag-list]");
      if (drag === undefined || list === null) return;
      const gap = placeAt(list, event.clientY);
      // Below its own place, the row itself goes away from above the gap.
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
