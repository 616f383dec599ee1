import { createStore } from "./store";

/** The panel that is open, of those that can be opened on every page. */
export const openPanel = createStore<"commands" | "shortcuts" | "none">("none");
