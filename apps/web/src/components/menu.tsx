import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useId, useState } from "react";
import { whenUsed } from "../lib/service/when-idle";
import type { MenuPopupProps } from "./menu-popup";

const load = () => import("./menu-popup");
const Popup = lazy(load);

/** Loads the menus ahead, so that they also open offline. If this fails, the error shows when a menu is opened. */
export const loadMenuAhead = (): void => whenUsed(() => void load().catch(() => {}));

/**
 * A menu of a button that is elsewhere on the page, for example in one of many rows. It is loaded when it is first
 * rendered.
 */
export const MenuPopup = (props: MenuPopupProps) => (
  <Suspense>
    <Popup {...props} />
  </Suspense>
);

/** The button that opens the menu. The menu has the same name. */
type TriggerProps = {
  readonly id: string;
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

type MenuProps = Pick<MenuPopupProps, "align"> & {
  readonly renderTrigger: (props: TriggerProps) => ReactNode;
  readonly children: ReactNode;
};

type LastOpened = { readonly isOpen: boolean; readonly button: HTMLElement; readonly isByKey: boolean };

export const Menu = ({ renderTrigger, align, children }: MenuProps) => {
  const id = useId();
  const [last, setLast] = useState<LastOpened>();
  const open = (button: HTMLElement, isByKey: boolean) => setLast({ isOpen: true, button, isByKey });
  return (
    <>
      {renderTrigger({
        id,
        "aria-haspopup": "menu",
        "aria-expanded": last?.isOpen === true,
        // Enter and the space bar also cause a click, whose count is 0.
        onClick: ({ currentTarget, detail }) => open(currentTarget, detail === 0),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open(event.currentTarget, true);
        },
      })}
      {last !== undefined && (
        <MenuPopup
          {...last}
          {...(align && { align })}
          onClose={() => setLast({ ...last, isOpen: false })}
          aria-labelledby={id}
        >
          {children}
        </MenuPopup>
      )}
    </>
  );
};
