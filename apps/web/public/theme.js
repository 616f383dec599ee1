// Runs before the first paint.

/**
 * Asks for what the page needs while its code is still arriving, in the order of the page itself. The page then takes
 * these answers instead of asking again (src/lib/service/early-answers.ts, docs/decisions/0171-answers-before-code.md).
 */
const askEarly = () => {
  const answers = new Map();
  const ask = (method, path, authorize = Promise.resolve({})) => {
    const headers = { accept: "application/problem+json, */*;q=0.9" };
    const answer = authorize.then((more) => fetch(path, { method, headers: { ...headers, ...more } }));
    // If this fails, the page asks again and reports what is wrong.
    answer.catch(() => {});
    answers.set(`${method} ${path}`, answer);
    return answer;
  };
  globalThis.earlyAnswers = answers;
  ask("GET", "/auth/get-session");
  const key = ask("POST", "/auth/key").then(async (answer) => {
    if (!answer.ok) throw new Error("There is no key without a session.");
    return { authorization: `Bearer ${(await answer.clone().json()).key}` };
  });
  const cursor = ask("GET", "/v1/events?after=now&wait=0", key);
  if (location.pathname !== "/") return;
  const store = JSON.parse(localStorage.getItem("store") ?? "{}");
  const timeZone = store.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The page may only show data that is not older than its cursor.
  ask(
    "GET",
    `/v1/today?${new URLSearchParams({ timeZone })}`,
    cursor.then(({ ok }) => {
      if (!ok) throw new Error("There is no cursor.");
      return key;
    }),
  );
};

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
  if (next === "signedIn" && location.pathname !== "/invitation") askEarly();
} catch {
  // The storage is switched off, so the system's theme applies.
}
