import { createStore } from "../page/store";

/** The state of the dialog for a new order, which opens over any page and its drawer. Undefined while it is closed. */
export const newOrder = createStore<{ readonly petId?: number } | undefined>(undefined);
