// Filters the index while a person types, and keeps the text in the address, so that the address can be shared.
const query = document.querySelector<HTMLInputElement>("#query");
const matches = document.querySelector("#matches");
const entries = [...document.querySelectorAll<HTMLElement>(".entries > li")].map((item) => ({
  item,
  text: (item.textContent ?? "").toLowerCase(),
}));

const filter = (): void => {
  const words = (query?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { item, text } of entries) {
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) count += 1;
  }
  if (matches !== null) matches.textContent = count === 1 ? "1 entry" : `${count} entries`;
};

if (query !== null) {
  query.value = new URLSearchParams(location.search).get("q") ?? "";
  query.addEventListener("input", () => {
    history.replaceState(null, "", query.value === "" ? location.pathname : `?q=${encodeURIComponent(query.value)}`);
    filter();
  });
  filter();
  query.focus();
}
