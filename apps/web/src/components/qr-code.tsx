import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { useMemo } from "react";
import { classNames } from "./class-names";

// ISO/IEC 18004 §9.1: four modules of white around the symbol.
const QUIET_ZONE = 4;

type QrCodeProps = { readonly text: string; readonly label: string; readonly className?: string };

/**
 * Draws a QR code. It is dark on white in every theme, because many apps read nothing else. It is drawn in the page, so
 * the text is never sent anywhere.
 */
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
