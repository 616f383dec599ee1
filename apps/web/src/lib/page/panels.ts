import { createStore } from "./store";

/** Which of the panels that can be opened on every page is open. */
export const openPanel = createStore<"commands" | "shortcuts" | "none">("none");
