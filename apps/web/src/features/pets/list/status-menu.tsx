import type { Pet } from "@petstore/contract/client";
import { PetStatus } from "@petstore/contract/schemas";
import { Check } from "lucide-react";
import { Badge, statusTones } from "../../../components/badge";
import { MenuPopup } from "../../../components/menu";
import { useMenuParts } from "../../../components/menu-parts";
import { t } from "../../../texts";

/** Which animal's menu was opened last, and the button that opened it. */
export type LastStatusMenu = { readonly isOpen: boolean; readonly pet: Pet; readonly button: HTMLElement };

type StatusMenuProps = {
  readonly last: LastStatusMenu;
  readonly onClose: () => void;
  readonly onChoose: (pet: Pet, status: PetStatus) => void;
};

const Choices = ({ value, onChange }: { readonly value: PetStatus; readonly onChange: (value: PetStatus) => void }) => {
  const { RadioGroup, RadioItem, RadioItemIndicator } = useMenuParts();
  return (
    <RadioGroup aria-label={t.pets.changeStatus} value={value} onValueChange={onChange}>
      {PetStatus.options.map((status) => (
        <RadioItem
          key={status}
          value={status}
          label={t.common.status[status]}
          closeOnClick
          className="flex min-h-9 cursor-default items-center gap-4 rounded-md px-2 outline-none data-highlighted:highlighted pointer-coarse:min-h-11"
        >
          <span className="flex-1">
            <Badge tone={statusTones[status]}>{t.common.status[status]}</Badge>
          </span>
          <RadioItemIndicator>
            <Check aria-hidden size={16} />
          </RadioItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  );
};

/** The menu of statuses. Typing the first letter of a status moves to it. */
export const StatusMenu = ({ last: { isOpen, pet, button }, onClose, onChoose }: StatusMenuProps) => (
  <MenuPopup isOpen={isOpen} onClose={onClose} button={button} aria-label={t.pets.changeStatus}>
    <Choices value={pet.status} onChange={(status) => onChoose(pet, status)} />
  </MenuPopup>
);
