import { type PointerEvent, useRef, useState } from "react";

type Drag = { readonly from: number; readonly to: number };

type Point = { readonly clientX: number; readonly clientY: number };

/**
 * Tells whether the pointer has passed an element. It has passed a row when it is below the row's middle. In a grid, it
 * has passed the elements in the lines above, and the elements in its own line whose middle is to its left. In a single
 * row of elements, only their middles count.
 */
const isPassed = (
  { top, bottom, left, height, width }: DOMRect,
  { clientX, clientY }: Point,
  shape: string,
): boolean => {
  if (shape === "row") return left + width / 2 < clientX;
  if (shape !== "grid") return top + height / 2 < clientY;
  return bottom < clientY || (top <= clientY && left + width / 2 < clientX);
};

/** Returns the first place that the pointer has not passed yet. */
const placeAt = (list: Element, point: Point): number => {
  const shape = list.getAttribute("data-drag-list") ?? "";
  return [...list.children].filter((row) => isPassed(row.getBoundingClientRect(), point, shape)).length;
};

/** How far the pointer moves before a press of a handle that is also a button becomes a drag, in pixels. */
const DRAG_STARTS = 6;

/** A press that was not moved yet. */
type Press = { readonly handle: HTMLElement; readonly from: number; readonly x: number };

/**
 * Lets people drag the rows of a list, the cells of a grid or the heads of columns by a handle, by mouse and by touch.
 * Other people need buttons or keys for the same.
 * @param isButton - Whether the handle contains a button, so that a press that does not move sideways is a click.
 * @returns what is dragged, where it would go, and the props of the handle
 */
export const useDragOrder = (onMove: (from: number, to: number) => void, isButton = false) => {
  const [drag, setDrag] = useState<Drag>();
  // The pointer may move again before the page is rendered.
  const current = useRef<Drag>(undefined);
  const press = useRef<Press>(undefined);
  const change = (next: Drag | undefined) => {
    current.current = next;
    setDrag(next);
  };
  const start = (handle: HTMLElement, from: number, pointerId: number) => {
    handle.setPointerCapture(pointerId);
    change({ from, to: from });
  };
  /** Starts to drag the pressed handle, even if the pointer is above another one by now. */
  const startPressed = ({ pointerId, clientX, buttons }: PointerEvent) => {
    if (press.current === undefined || Math.abs(clientX - press.current.x) < DRAG_STARTS) return;
    const { handle, from } = press.current;
    press.current = undefined;
    // The browser sends the click to the element that has the pointer, so the button is not clicked.
    if (buttons > 0) start(handle, from, pointerId);
  };
  const handle = (from: number) => ({
    "data-dragging": drag?.from === from || undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      if (isButton) {
        press.current = { handle: event.currentTarget, from, x: event.clientX };
        return;
      }
      event.preventDefault();
      start(event.currentTarget, from, event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      startPressed(event);
      const list = event.currentTarget.closest("[data-drag-list]");
      const now = current.current;
      if (now === undefined || list === null) return;
      const gap = placeAt(list, event);
      // When dragging down, the row leaves its old slot, so the index drops by one.
      change({ ...now, to: gap > now.from ? gap - 1 : gap });
    },
    onPointerUp: () => {
      press.current = undefined;
      const now = current.current;
      change(undefined);
      if (now !== undefined) onMove(now.from, now.to);
    },
    onPointerCancel: () => {
      press.current = undefined;
      change(undefined);
    },
  });
  return { drag, handle };
};
