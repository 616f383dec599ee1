import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";

// ISO/IEC 18004 §9.1: four modules of white around the symbol.
const QUIET_ZONE = 4;

/** Dark on white in every theme: many apps read no other. It is drawn here; the text leaves the page in no request. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="white" />
      <path d={toSvgPath(code)} fill="black" />
    </svg>
  );
};
