import { createStore } from "./store";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const read = (): Theme => {
  // There is no document in some tests.
  const set = typeof document === "undefined" ? undefined : document.documentElement.dataset["theme"];
  return set === "light" || set === "dark" ? set : "system";
};

const store = createStore<Theme>(read());

/** The chosen theme. `public/theme.js` applies it before the first paint. */
export const theme = {
  ...store,
  set: (chosen: Theme) => {
    store.set(chosen);
    if (chosen === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = chosen;
    try {
      localStorage.setItem("theme", chosen);
    } catch {
      // The storage is switched off, so the choice is kept only until the page is closed.
    }
  },
};
