import type { CDPSession, Page } from "playwright-core";

type Size = { readonly width: number; readonly height: number };

/** Playwright's `setViewportSize` takes longer than the checks. */
const setSize = (devtools: CDPSession, size: Size): Promise<unknown> =>
  devtools.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });

/**
 * Returns what nobody can read on the page, one line each: texts that a box cuts, texts that run out of their box,
 * icons of controls that are squeezed or run out of their control, tables that scroll sideways, and a page that does. An ellipsis is fine if its tooltip has the whole text and enough
 * of the text shows.
 */
const findCutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const LEAST_ELLIPSIS = 48;
    // After two frames, the effects of a media query or a new size have been drawn.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

    type Box = { readonly style: CSSStyleDeclaration; readonly left: number; readonly right: number };
    const boxes = new Map<Element, Box>();
    const boxOf = (element: Element): Box => {
      const known = boxes.get(element);
      if (known !== undefined) return known;
      const { left } = element.getBoundingClientRect();
      const start = left + element.clientLeft;
      const box = { style: getComputedStyle(element), left: start, right: start + element.clientWidth };
      boxes.set(element, box);
      return box;
    };
    const isForScreenReaders = ({ style }: Box) => style.clipPath === "inset(50%)";

    const problemOf = (text: Text, parent: Element): string | undefined => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const rect = range.getBoundingClientRect();
      for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
        const box = boxOf(at);
        if (isForScreenReaders(box)) return undefined;
        if (box.style.display === "inline" || box.style.display === "contents") continue;
        const isOver = rect.right > box.right + 1 || rect.left < box.left - 1;
        if (isOver && box.style.overflowX === "visible" && at === parent) return "runs out of its box";
        if (isOver && box.style.textOverflow === "ellipsis") {
          const shown = Math.round(box.right - box.left);
          if (shown < LEAST_ELLIPSIS) return `shows ${shown} px of a text`;
          // A row's link covers it, and its tooltip has all texts of the row.
          const titled = [
            parent.closest("[title]"),
            ...(parent.closest("[data-row]")?.querySelectorAll("a[title]") ?? []),
          ];
          const isTitled = titled.some((one) => one?.getAttribute("title")?.includes(text.data.trim()));
          return isTitled ? undefined : "has an ellipsis and no title";
        }
        if (isOver && box.style.overflowX !== "visible") return `is cut by ${at.outerHTML.slice(0, 60)}`;
        if (box.style.position === "fixed") break;
      }
      return rect.width < 1 ? "has no width" : undefined;
    };

    const found = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const wide = [...document.body.querySelectorAll("*")].filter(
        (one) => one.getBoundingClientRect().right > clientWidth,
      );
      found.add(`the page scrolls sideways: ${scrollWidth} px, for ${wide.at(-1)?.outerHTML.slice(0, 200)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement;
      if (parent === null || text.data.trim() === "" || parent.closest("script, style, select, svg") !== null) continue;
      if (!parent.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) continue;
      const problem = problemOf(text, parent);
      if (problem !== undefined) found.add(`"${text.data.trim().slice(0, 30)}" ${problem}`);
    }
    for (const icon of document.querySelectorAll<SVGElement>("button > svg[width], a > svg[width]")) {
      if (!icon.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true })) continue;
      const control = icon.parentElement?.getBoundingClientRect();
      const { left, right, width } = icon.getBoundingClientRect();
      const name = icon.parentElement?.getAttribute("aria-label") ?? icon.parentElement?.textContent.trim() ?? "";
      if (width < Number(icon.getAttribute("width")) - 1) found.add(`the icon of "${name.slice(0, 30)}" is squeezed`);
      else if (control !== undefined && (right > control.right + 1 || left < control.left - 1))
        found.add(`the icon of "${name.slice(0, 30)}" runs out of its control`);
    }
    return [...found];
  });

/** Moves the focus to each control, from the first to the last and back, and returns those that a bar then covers. */
const findCoveredFocus = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const modal = document.querySelector("[data-drawer], [data-sheet]");
    const controls = [...(modal ?? document).querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(":disabled") &&
        element.closest("[inert], [aria-hidden=true]") === null,
    );
    const barOver = (element: Element, x: number, y: number): Element | undefined => {
      for (let at = document.elementFromPoint(x, y); at !== null; at = at.parentElement) {
        if (at.contains(element)) return undefined;
        if (["sticky", "fixed"].includes(getComputedStyle(at).position)) return at;
      }
      return undefined;
    };
    const problemOf = (element: HTMLElement): string | undefined => {
      element.focus();
      // If an input is drawn by its label, people see the label.
      const rect = (element.closest("label") ?? element).getBoundingClientRect();
      const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
      if (bottom - top < 1) return "is out of sight";
      // A box that is taller than half the window, such as a table, may be seen in part.
      if (rect.height > innerHeight / 2) return undefined;
      const x = Math.min(Math.max(rect.left + rect.width / 2, 1), innerWidth - 1);
      const bar = [top + 1, (top + bottom) / 2, bottom - 1].flatMap((y) => barOver(element, x, y) ?? [])[0];
      return bar && `is covered by ${bar.outerHTML.slice(0, 60)}`;
    };
    const found = new Set<string>();
    for (const element of [...controls, ...controls.toReversed()]) {
      const problem = problemOf(element);
      const name = element.getAttribute("aria-label") ?? element.textContent.trim() ?? element.tagName;
      if (problem !== undefined) found.add(`${element.tagName} "${name.slice(0, 40)}" ${problem}`);
    }
    return [...found];
  });

export type Widths = {
  /** The widths at which to search for cut texts. */
  readonly texts: readonly number[];
  /** The widths at which to search for a covered focus, in a window that is 640 px high. */
  readonly focus: readonly number[];
};

/** Returns the problems of the page at each of these widths, one line each. */
export const findLayoutProblems = async (page: Page, { texts, focus }: Widths): Promise<readonly string[]> => {
  const devtools = await page.context().newCDPSession(page);
  const found = new Map<string, number[]>();
  const note = (width: number, problems: readonly string[]) => {
    for (const problem of problems) found.set(problem, [...(found.get(problem) ?? []), width]);
  };
  // One window has one width at a time.
  /* oxlint-disable no-await-in-loop */
  for (const width of texts) {
    await setSize(devtools, { width, height: 900 });
    note(width, await findCutTexts(page));
  }
  for (const width of focus) {
    await setSize(devtools, { width, height: 640 });
    note(width, await findCoveredFocus(page));
  }
  /* oxlint-enable no-await-in-loop */
  await devtools.detach();
  return [...found].map(([problem, widths]) => `${problem} at ${widths.join(", ")} px`);
};
