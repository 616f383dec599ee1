// Runs before the first paint.
try {
  // The page must not flash the other theme before the chosen one. `system` needs no attribute (styles.css).
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  // Says which frame shows until the page does, and which code the page needs after its first chunk.
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
  // Storage is off, so the system's theme applies.
}
