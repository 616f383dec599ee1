import type { Pet } from "@petstore/contract/client";
import { ChevronDown } from "lucide-react";
import { Badge, statusTones } from "../../components/badge";
import { t } from "../../texts";

export type StatusButtonProps = {
  readonly pet: Pet;
  readonly onOpen: (pet: Pet, button: HTMLElement) => void;
};

/** The badge of a row; all rows share one menu. */
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
      <ChevronDown aria-hidden size={14} className="ml-0.5 opacity-70 group-hover:opacity-100" />
    </Badge>
  </button>
);
