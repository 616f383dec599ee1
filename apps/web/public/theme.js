// Runs before the first paint.
try {
  // A chosen theme must not flash the other one. `system` sets nothing (styles.css).
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  // The frame that shows until the page does, and the code that the page needs after its first.
  const next = localStorage.getItem("signed-in") === null ? "signedOut" : "signedIn";
  document.documentElement.dataset.next = next;
  const { dataset } = document.currentScript;
  const chosen = localStorage.getItem("language");
  const tags = chosen ? [chosen] : navigator.languages;
  const language = tags.map((tag) => tag.slice(0, 2).toLowerCase()).find((name) => name in dataset);
  for (const href of [dataset[next], dataset[language]]) {
    if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
} catch {
  // Storage is off: the system's theme applies.
}
