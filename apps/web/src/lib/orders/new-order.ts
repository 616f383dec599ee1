import { createStore } from "../page/store";

/**
 * The state of the dialog for a new order, which can open on top of any page and drawer; undefined while it is closed.
 */
export const newOrder = createStore<{ readonly petId?: number; readonly customerId?: number } | undefined>(undefined);
