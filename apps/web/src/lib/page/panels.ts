import { createStore } from "./store";

/** The panel that is open. Every page can open these panels. */
export const openPanel = createStore<"commands" | "shortcuts" | "none">("none");
