import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { listColumns } from "../texts/list-columns";

/** How much an arrow key changes the width, in pixels. */
const STEP = 16;

type ColumnHandleProps = {
  /** The name of the column. */
  readonly label: string;
  readonly width: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Called with the width while it changes. When the person lets go, `isDone` is true and the width is stored. */
  readonly onResize: (width: number, isDone: boolean) => void;
  readonly onReset: () => void;
  /** Moves the column by one place; undefined if it always stays where it is. */
  readonly onMove?: ((by: -1 | 1) => void) | undefined;
};

/**
 * The edge of a column, which people drag to change the width of the column, with a pointer, a finger or keys. The cell
 * around it must be positioned.
 */
export const ColumnHandle = ({ label, width, minimum, maximum, onResize, onReset, onMove }: ColumnHandleProps) => {
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const resize = (to: number, isDone: boolean) =>
    onResize(Math.round(Math.min(maximum, Math.max(minimum, to))), isDone);
  const resizeTo = (event: PointerEvent, isDone: boolean) => {
    if (start.current !== undefined) resize(start.current.width + event.clientX - start.current.x, isDone);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : undefined;
    const to = event.key === "Home" ? minimum : event.key === "End" ? maximum : width + (by ?? 0) * STEP;
    if (event.key === "Enter") onReset();
    else if (by !== undefined && event.shiftKey) onMove?.(by);
    else if (to !== width) resize(to, true);
    else return;
    event.preventDefault();
  };
  return (
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={listColumns.width(label)}
      aria-valuenow={width}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      title={onMove === undefined ? listColumns.handleFixed : listColumns.handle}
      className="group/handle absolute inset-y-0 right-0 z-2 flex w-3 cursor-col-resize touch-none justify-end select-none pointer-coarse:w-6 print:hidden"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // The press must not also start to move the column.
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => resizeTo(event, false)}
      onPointerUp={(event) => {
        if (start.current?.x !== event.clientX) resizeTo(event, true);
        start.current = undefined;
      }}
      onPointerCancel={() => {
        start.current = undefined;
      }}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    >
      <span
        aria-hidden
        className="my-2 w-px group-hover/handle:my-0 group-hover/handle:w-0.5 group-hover/handle:bg-accent! [th:not(:last-child)_&]:bg-line"
      />
    </span>
  );
};
