// Runs before the first paint: a chosen theme must not flash the other one. `system` sets nothing (styles.css).
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is off: the system's theme applies.
}
