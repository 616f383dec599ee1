import type { KeyboardEvent } from "react";

/** Keeps a key from the drawer around a control: its own shortcuts would save the animal, and close the drawer. */
export const keepFromDrawer = (event: KeyboardEvent): void => {
  event.preventDefault();
  event.nativeEvent.stopImmediatePropagation();
  event.stopPropagation();
};
