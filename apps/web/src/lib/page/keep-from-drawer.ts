import type { KeyboardEvent } from "react";

/**
 * Keeps a key press of a control from the drawer around it, whose shortcuts would save the animal and close the drawer.
 */
export const keepFromDrawer = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.nativeEvent.stopImmediatePropagation();
  event.stopPropagation();
};
