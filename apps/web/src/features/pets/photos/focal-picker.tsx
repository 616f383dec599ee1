import type { Photo } from "@petstore/contract/client";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { PhotoImage } from "../../../components/photo-image";
import { keepFromDrawer } from "../../../lib/page/keep-from-drawer";
import { t } from "../../../texts";
import { usePhotoField } from "./use-photo-change";

const texts = t.photos;

type Point = { readonly x: number; readonly y: number };

const middle: Point = { x: 0.5, y: 0.5 };

const MAX_HEIGHT_REM = 24;
const STEP = 0.05;
const SMALL_STEP = 0.01;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const percent = (share: number) => Math.round(share * 100);
const within = (share: number) => percent(Math.min(1, Math.max(0, share))) / 100;
const inside = ({ x, y }: Point): Point => ({ x: within(x), y: within(y) });

/** Returns where a point of a photo lies after the photo is turned clockwise, which moves the left edge to the top. */
const turned = ({ x, y }: Point, degrees: number): Point =>
  degrees > 0 ? turned({ x: 1 - y, y: x }, degrees - 90) : inside({ x, y });

const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return inside({ x: (clientX - left) / width, y: (clientY - top) / height });
};

/** Shows the whole photo with its focal point, and how the photo is cropped around that point. */
export const FocalPicker = ({ photo, alt }: { readonly photo: Photo; readonly alt: string }) => {
  const { rotation, width, height } = photo;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  // The point is shown on the turned photo, but the store keeps it for the photo before it is turned.
  const toStored = (point: Point) => turned(point, 360 - rotation);
  const { typed, change, save } = usePhotoField(photo, "focalPoint", toStored);
  const point = typed ?? turned(photo.focalPoint ?? middle, rotation);
  const place = (event: PointerEvent) => {
    const next = pointOf(event);
    change(next);
    return next;
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    const step = event.shiftKey ? SMALL_STEP : STEP;
    if (direction !== undefined) change(inside({ x: point.x + direction.x * step, y: point.y + direction.y * step }));
    else if (event.key === "Enter") save();
    else if (event.key === "Escape" && typed !== undefined) change(undefined);
    else return;
    keepFromDrawer(event);
  };
  const ratio = rotation % 180 === 0 ? width / height : height / width;
  return (
    <>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={texts.point}
        aria-valuenow={percent(point.x)}
        aria-valuetext={texts.pointAt(percent(point.x), percent(point.y))}
        className="relative mx-auto max-w-full cursor-crosshair touch-none rounded-xl outline-offset-2 select-none"
        style={{ aspectRatio: ratio, width: `min(100%, ${MAX_HEIGHT_REM * ratio}rem)` }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          place(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event);
        }}
        onPointerUp={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) save(place(event));
        }}
        onPointerCancel={() => change(undefined)}
        onKeyDown={press}
        onBlur={() => save()}
      >
        <PhotoImage photo={photo} alt={alt} sizes="(min-width: 40rem) 32rem, 100vw" className="size-full rounded-xl" />
        <span
          aria-hidden
          className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-3 border-[#fff] shadow-[0_0_0_2px_#000c,inset_0_0_0_2px_#000c]"
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        />
      </div>
      <div className="flex items-center gap-3 text-sm text-muted">
        {["size-14", "h-14 w-21"].map((size) => (
          <PhotoImage
            key={size}
            photo={{ ...photo, focalPoint: toStored(point) }}
            alt=""
            sizes="5.25rem"
            className={`${size} rounded-md`}
          />
        ))}
        <p>{texts.pointHelp}</p>
      </div>
    </>
  );
};
