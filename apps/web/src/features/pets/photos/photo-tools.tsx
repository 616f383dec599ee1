import type { Photo } from "@petstore/contract/client";
import { ArrowLeft, ArrowRight, Crosshair, Eraser, RotateCw, Trash2 } from "lucide-react";
import { IconButton } from "../../../components/button";
import { t } from "../../../texts";

const texts = t.photos;

type ToolsProps = {
  readonly photos: readonly Photo[];
  readonly at: number;
  readonly isBusy: boolean;
  readonly onMove: (from: number, to: number) => void;
  readonly isAiming: boolean;
  readonly onAim: () => void;
  readonly onTurn: () => void;
  readonly onDelete: () => void;
  /** Undefined if the person's role may not erase images. */
  readonly onErase: (() => void) | undefined;
};

/** The actions on a photo. */
export const Tools = ({ photos, at, isBusy, isAiming, onMove, onAim, onTurn, onDelete, onErase }: ToolsProps) => (
  <span className="flex text-muted">
    <IconButton
      label={texts.earlier(at + 1)}
      isBusy={isBusy}
      disabled={at === 0}
      focusableWhenDisabled
      onClick={() => onMove(at, at - 1)}
    >
      <ArrowLeft aria-hidden size={16} />
    </IconButton>
    <IconButton
      label={texts.later(at + 1)}
      isBusy={isBusy}
      disabled={at === photos.length - 1}
      focusableWhenDisabled
      onClick={() => onMove(at, at + 1)}
    >
      <ArrowRight aria-hidden size={16} />
    </IconButton>
    <IconButton
      label={texts.aim(at + 1)}
      aria-pressed={isAiming}
      className={isAiming ? "text-accent!" : ""}
      onClick={onAim}
    >
      <Crosshair aria-hidden size={16} />
    </IconButton>
    <IconButton label={texts.turn(at + 1)} isBusy={isBusy} onClick={onTurn}>
      <RotateCw aria-hidden size={16} />
    </IconButton>
    <IconButton label={texts.delete(at + 1)} isBusy={isBusy} onClick={onDelete}>
      <Trash2 aria-hidden size={16} />
    </IconButton>
    {onErase && (
      <IconButton label={texts.erase.button(at + 1)} isBusy={isBusy} className="text-danger!" onClick={onErase}>
        <Eraser aria-hidden size={16} />
      </IconButton>
    )}
  </span>
);
