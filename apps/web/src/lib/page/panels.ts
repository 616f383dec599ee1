import { createStore } from "./store";

/** Which of the panels that any page can open is open. */
export const openPanel = createStore<"commands" | "shortcuts" | "none">("none");
