import { Menu } from "@base-ui/react/menu";
import { type ReactNode, useEffect, useRef } from "react";
import { type MenuPartList, MenuParts, popupClass } from "./menu-parts";
import { usePortalContainer } from "./portal-container";

export type MenuPopupProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The button beside which the menu opens, and which gets the focus afterwards. */
  readonly button: HTMLElement;
  /** Whether it was opened with a key; its first item then gets the focus. */
  readonly isByKey?: boolean;
  readonly align?: "start" | "center" | "end";
  readonly children: ReactNode;
} & ({ readonly "aria-label": string } | { readonly "aria-labelledby": string });

// Importing all of `Menu` would also load submenus and filters.
const parts: MenuPartList = {
  CheckboxItem: Menu.CheckboxItem,
  CheckboxItemIndicator: Menu.CheckboxItemIndicator,
  Group: Menu.Group,
  GroupLabel: Menu.GroupLabel,
  Item: Menu.Item,
  RadioGroup: Menu.RadioGroup,
  RadioItem: Menu.RadioItem,
  RadioItemIndicator: Menu.RadioItemIndicator,
  Separator: Menu.Separator,
};

const MenuPopup = ({ isOpen, onClose, button, isByKey = false, align = "end", children, ...name }: MenuPopupProps) => {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen || !isByKey) return undefined;
    // Waits for the next frame, because until then Base UI moves the focus to the popup.
    const frame = requestAnimationFrame(() => {
      // A second key press may have moved the focus already.
      if (document.activeElement?.closest("[role^=menuitem]")) return;
      popup.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen, isByKey]);
  return (
    <Menu.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal container={usePortalContainer()}>
        <Menu.Positioner anchor={button} align={align} sideOffset={4} className="z-50 outline-none">
          <Menu.Popup {...name} ref={popup} finalFocus={() => button} className={popupClass}>
            <MenuParts value={parts}>{children}</MenuParts>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default MenuPopup;
