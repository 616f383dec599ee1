import { createStore } from "../page/store";

/** The dialog for a new order, which opens where one is: over the page and its drawer. Undefined while it is closed. */
export const newOrder = createStore<{ readonly petId?: number } | undefined>(undefined);
