import { type Browser, chromium, type Page } from "playwright-core";
import { inject, test as base } from "vitest";

type OpenOptions = {
  readonly width?: number;
  readonly theme?: "light" | "dark";
  /** The address of the service, unless it is that of all tests. */
  readonly service?: string;
  readonly javaScriptEnabled?: boolean;
  /** Matches the console errors that the test causes. Chromium reports each failed request as one. */
  readonly allow?: RegExp;
};

type Fixtures = {
  /**
   * Opens a page in a new context. A console message, a violation of the CSP or a request to another origin fails the
   * test.
   */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
};

/** False if there is no Chromium. Use it as in `describe.skipIf(!hasBrowser)`. */
export const hasBrowser = inject("docsBrowser") !== undefined;

let connected: Promise<Browser> | undefined;
const connect = () => (connected ??= chromium.connect(inject("docsBrowser") ?? ""));

const reportViolations = () => {
  document.addEventListener("securitypolicyviolation", (event) => {
    // oxlint-disable-next-line no-console
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
  });
};

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  open: async ({}, use) => {
    const pages: Page[] = [];
    const problems: string[] = [];
    await use(
      async (
        path,
        { width = 1440, theme = "light", service = inject("docsAddress"), javaScriptEnabled = true, allow } = {},
      ) => {
        const context = await (await connect()).newContext({
          baseURL: service,
          javaScriptEnabled,
          viewport: { width, height: 900 },
          colorScheme: theme,
          reducedMotion: "reduce",
        });
        await context.addInitScript(reportViolations);
        const page = await context.newPage();
        pages.push(page);
        page.setDefaultTimeout(15_000);
        page.on("pageerror", ({ message }) => problems.push(`${page.url()}: ${message}`));
        page.on("console", (message) => {
          if (!allow?.test(message.text())) problems.push(`${page.url()}: ${message.text()}`);
        });
        page.on("request", (request) => {
          if (!request.url().startsWith(`${service}/`)) problems.push(`request to another origin: ${request.url()}`);
        });
        await page.goto(path);
        return page;
      },
    );
    await Promise.all(pages.map((page) => page.context().close()));
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join("\n")}`);
  },
});
