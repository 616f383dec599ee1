import { createStore } from "./store";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const read = (): Theme => {
  // Without a page, as in a test, there is none.
  const set = typeof document === "undefined" ? undefined : document.documentElement.dataset["theme"];
  return set === "light" || set === "dark" ? set : "system";
};

const store = createStore<Theme>(read());

/** The chosen theme; `public/theme.js` applies it before the first paint. */
export const theme = {
  ...store,
  set: (chosen: Theme) => {
    store.set(chosen);
    if (chosen === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = chosen;
    try {
      localStorage.setItem("theme", chosen);
    } catch {
      // Storage is off: the choice lasts as long as the page.
    }
  },
};
