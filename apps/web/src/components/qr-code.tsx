import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { useMemo } from "react";
import { classNames } from "./class-names";

// ISO/IEC 18004 §9.1: four modules of white around the symbol.
const QUIET_ZONE = 4;

type QrCodeProps = { readonly text: string; readonly label: string; readonly className?: string };

/** Dark on white in every theme: many apps read no other. It is drawn here; the text leaves the page in no request. */
export const QrCode = ({ text, label, className = "size-48 rounded-md" }: QrCodeProps) => {
  const code = useMemo(() => generate(text), [text]);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames("shrink-0", className)}
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="white" />
      <path d={toSvgPath(code)} fill="black" />
    </svg>
  );
};
