import { useCallback, useState } from "react";

const PIXELS_PER_MM = 96 / 25.4;

/**
 * Returns by which factor sheets of this width must be drawn to fit a box, at most 1, and a ref for the box.
 * @param sheetMm - The width of a sheet in millimetres.
 */
export const useFittingZoom = (
  sheetMm: number,
): readonly [(box: HTMLElement | null) => (() => void) | undefined, number] => {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback((box: HTMLElement | null) => {
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [measure, Math.min(1, width / (sheetMm * PIXELS_PER_MM))];
};
