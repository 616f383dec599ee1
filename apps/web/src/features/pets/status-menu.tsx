import { Menu } from "@base-ui/react/menu";
import type { Pet, PetStatus } from "@petstore/contract/client";
import { Check } from "lucide-react";
import { Badge, statusTones } from "../../components/badge";
import { popupClass } from "../../components/menu";
import { usePortalContainer } from "../../components/portal-container";
import { t } from "../../texts";

export const statuses = ["available", "pending", "sold"] as const satisfies readonly PetStatus[];

/** Which animal's menu is open, and the button that opened it. */
export type OpenStatusMenu = { readonly pet: Pet; readonly button: HTMLElement };

type StatusMenuProps = {
  readonly opened: OpenStatusMenu | undefined;
  readonly onClose: () => void;
  readonly onChoose: (pet: Pet, status: PetStatus) => void;
};

/** Typing the first letter of a status moves to it. */
export const StatusMenu = ({ opened, onClose, onChoose }: StatusMenuProps) => (
  <Menu.Root open={opened !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Menu.Portal container={usePortalContainer()}>
      <Menu.Positioner anchor={opened?.button ?? null} align="end" sideOffset={2} className="z-50 outline-none">
        <Menu.Popup aria-label={t.pets.changeStatus} finalFocus={() => opened?.button ?? null} className={popupClass}>
          <Menu.RadioGroup
            aria-label={t.pets.changeStatus}
            value={opened?.pet.status}
            onValueChange={(status: PetStatus) => opened !== undefined && onChoose(opened.pet, status)}
          >
            {statuses.map((status) => (
              <Menu.RadioItem
                key={status}
                value={status}
                label={t.common.status[status]}
                closeOnClick
                className="flex min-h-9 cursor-default items-center gap-4 rounded-md px-2 outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
              >
                <span className="flex-1">
                  <Badge tone={statusTones[status]}>{t.common.status[status]}</Badge>
                </span>
                <Menu.RadioItemIndicator>
                  <Check aria-hidden size={16} />
                </Menu.RadioItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
