// Shows the samples in the chosen language, and remembers the choice in this browser. This is a classic script in the
// head of the page, because a module would run after the page is shown, and the text would move.
{
  const STORED = "petstore-docs-language";
  const root = document.documentElement;
  const languages: readonly string[] = ["curl", "typescript", "python", "go"];

  const readChoice = (): string | null => {
    try {
      return localStorage.getItem(STORED);
    } catch {
      // The browser forbids storage, so the choice applies only to this page.
      return null;
    }
  };

  const store = (language: string): void => {
    try {
      localStorage.setItem(STORED, language);
    } catch {
      // The storage is forbidden here as well.
    }
  };

  const radios = (): HTMLInputElement[] => [
    ...document.querySelectorAll<HTMLInputElement>(".languages input[type=radio]"),
  ];

  const show = (language: string): void => {
    root.dataset["language"] = language;
    for (const radio of radios()) radio.checked = radio.value === language;
  };

  /** All samples of the page change their height, so the page scrolls as far as the sample that was used has moved. */
  const choose = (radio: HTMLInputElement): void => {
    const before = radio.getBoundingClientRect().top;
    show(radio.value);
    scrollBy({ top: radio.getBoundingClientRect().top - before, behavior: "instant" });
    store(radio.value);
  };

  const remembered = readChoice();
  const first = languages.find((language) => language === remembered) ?? "curl";
  root.dataset["language"] = first;
  document.addEventListener("DOMContentLoaded", () => {
    show(first);
    document.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.closest(".languages") !== null) choose(target);
    });
  });
}
