import { createStore, type Store } from "./store";

type Preference<Value> = Store<Value>;

/**
 * Creates a choice that this browser remembers. `parse` checks the stored value, which may come from an older version.
 */
export const createPreference = <Value>(name: string, parse: (stored: unknown) => Value): Preference<Value> => {
  const read = (): unknown => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  };
  const store = createStore(parse(read()));
  return {
    ...store,
    set: (value) => {
      store.set(value);
      try {
        localStorage.setItem(name, JSON.stringify(value));
      } catch {
        // The storage is full or switched off, so the choice is kept only until the page is closed.
      }
    },
  };
};

/** Whether the list of animals starts with those that were added last. */
export const newestFirst = createPreference("newest-first", (stored) => stored === true);

/** Whether the list of the first day is hidden, because it is done or somebody has hidden it. */
export const firstDayHidden = createPreference("first-day-hidden", (stored) => stored === true);

/** WCAG 2.1.4 requires that shortcuts of a single key can be switched off. */
export const singleKeys = createPreference("single-keys", (stored) => stored !== false);
