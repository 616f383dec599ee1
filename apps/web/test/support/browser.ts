import { randomUUID } from "node:crypto";
import { type Client, createClient } from "@petstore/contract/client";
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from "playwright-core";
import { expect, inject, test as base } from "vitest";
import {
  type Cookie,
  createAccount,
  exchangeForKey,
  ownNetwork,
  signIn,
  type Staff,
  type StaffAccount,
} from "./staff.js";

export type OpenOptions = {
  /** Whose browser it is; null is nobody's. */
  readonly role?: keyof Staff | null;
  /** The cookies of the account whose browser it is, instead of one of a role. */
  readonly cookies?: readonly Cookie[];
  /** A session that the test ends: the file's other tests keep theirs. */
  readonly hasOwnSession?: boolean;
  /** The address of another service, or of the same one by another name: passkeys need `localhost`. */
  readonly address?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  /** Whether it hears of no event: what others change shows when it is asked for. */
  readonly isDeaf?: boolean;
  /** Console errors that the test provokes: Chromium reports each failed request there. */
  readonly allow?: readonly RegExp[];
};

type Fixtures = {
  /** Opens a page that no other test has meanwhile, with empty storage and signed in; any console error, breach of the CSP or request to another origin fails the test. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
  /** The address of the service, without a path. */
  readonly address: string;
  /** A client of `/v1`, to make rows and to look at them. */
  readonly api: Client;
};

// Each window would run a renderer for the popup of its address bar, and one to spare: a third of the processor time. The
// first four are those of Playwright's own list, which this one replaces, that pages can notice.
const unusedFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "HttpsUpgrades",
  "PaintHolding",
  "OptimizationHints",
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  // No page lives long enough to earn what optimised code costs: a fifth of the processor time of a renderer.
  "--js-flags=--no-maglev --no-turbofan",
  `--disable-features=${unusedFeatures.join(",")}`,
];

let launched: Promise<Browser> | undefined;

/** The browser of this worker: the messages to one of all workers would pass through a third process. */
const launch = (): Promise<Browser> => {
  const executablePath = inject("browser");
  if (executablePath === undefined) throw new Error("There is no browser: use `describe.skipIf(!hasBrowser)`.");
  launched ??= chromium.launch({ executablePath, args: browserArguments });
  return launched;
};

/** False without Chromium: `describe.skipIf(!hasBrowser)`. */
export const hasBrowser = inject("browser") !== undefined;

type SharedAccount = {
  readonly account: Promise<StaffAccount>;
  readonly file: string | undefined;
  readonly uses: number;
};

const accounts = new Map<keyof Staff, SharedAccount>();

const newAccount = (role: keyof Staff): Promise<StaffAccount> => {
  const staff = inject("staff");
  const { name, password } = staff[role];
  const email = `${role}-${randomUUID()}@store.example`;
  return createAccount(inject("address"), staff.owner.cookies, { email, password, name, role });
};

// Of the 300 keys that a session may have in 15 minutes, the last 150 are for the pages of one test file.
const USES = 150;

/** The account of that role: one in a test file, shared with others until it has made many keys. */
export const accountOf = (role: keyof Staff): Promise<StaffAccount> => {
  const file = expect.getState().testPath;
  const last = accounts.get(role);
  const shared =
    last !== undefined && (last.uses < USES || last.file === file)
      ? last
      : { account: newAccount(role), file, uses: 0 };
  accounts.set(role, { ...shared, file, uses: shared.uses + 1 });
  return shared.account;
};

const createApi = async () => {
  const address = inject("address");
  const { cookies } = await accountOf("owner");
  return createClient({ baseUrl: `${address}/v1`, apiKey: await exchangeForKey(address, cookies) });
};

let sharedApi: ReturnType<typeof createApi> | undefined;

/** The cookies of a fresh session of {@link accountOf}. */
const freshSession = async (role: keyof Staff) => signIn(inject("address"), await accountOf(role));

const cookiesOf = async ({ role = "owner", cookies, hasOwnSession = false }: OpenOptions) => {
  if (cookies !== undefined) return cookies;
  if (role === null) return [];
  return hasOwnSession ? freshSession(role) : (await accountOf(role)).cookies;
};

const reportViolations = () => {
  document.addEventListener("securitypolicyviolation", (event) => {
    // oxlint-disable-next-line no-console
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
};

/** A page, and what it may report during the test that has it. */
type Tab = {
  readonly page: Page;
  watch?: { readonly address: string; readonly allow: readonly RegExp[]; readonly problems: string[] };
  /** A faked clock and an attached debugger stay with a page for good. */
  isSpoiled: boolean;
};

type Traffic = { readonly inFlight: Set<Request>; changedAt: number };

const traffic = new WeakMap<Page, Traffic>();

const watchTraffic = (page: Page) => {
  const seen: Traffic = { inFlight: new Set(), changedAt: 0 };
  traffic.set(page, seen);
  const note = (change: "add" | "delete") => (request: Request) => {
    // The page waits for events as long as it is open.
    if (request.url().includes("/v1/events?")) return;
    seen.inFlight[change](request);
    seen.changedAt = performance.now();
  };
  page.on("request", note("add"));
  page.on("requestfinished", note("delete"));
  page.on("requestfailed", note("delete"));
};

/** Nothing has been asked for half a second, events aside: "networkidle" never comes while the page waits for those. */
export const quiet = (page: Page): Promise<void> =>
  expect
    .poll(
      () => {
        const seen = traffic.get(page);
        return seen?.inFlight.size === 0 && performance.now() - seen.changedAt > 500;
      },
      { timeout: 15_000 },
    )
    .toBe(true);

const watch = (tab: Tab) => {
  const { page } = tab;
  watchTraffic(page);
  page.on("pageerror", (error) => tab.watch?.problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" && message.type() !== "warning") return;
    // A session that ends ends the request that waits for events.
    if (message.location().url.includes("/v1/events?")) return;
    if (!tab.watch?.allow.some((pattern) => pattern.test(text))) tab.watch?.problems.push(`console: ${text}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${tab.watch?.address}/`) && !request.url().startsWith("blob:")) {
      tab.watch?.problems.push(`request to another origin: ${request.url()}`);
    }
  });
};

const noteSpoiling = (tab: Tab) => {
  const { clock } = tab.page;
  const context = tab.page.context();
  const [install, attach] = [clock.install.bind(clock), context.newCDPSession.bind(context)];
  clock.install = (options) => {
    tab.isSpoiled = true;
    return install(options);
  };
  context.newCDPSession = (page) => {
    tab.isSpoiled = true;
    return attach(page);
  };
};

/** `SLOWDOWN=6`: pages have a sixth of the processor. A test that does not wait for what it needs then fails. */
const slowdown = Number(process.env["SLOWDOWN"] ?? 1);

const slowDown = async (context: BrowserContext, page: Page) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
};

/** The name of a window that a test has left: the next document in it begins with empty storage. */
const LEFT = "left";

const emptyStorage = (left: string) => {
  if (window.name !== left) return;
  window.name = "";
  localStorage.clear();
  sessionStorage.clear();
};

const newTab = async (baseURL: string, locale: string): Promise<Tab> => {
  const browser = await launch();
  const context = await browser.newContext({ baseURL, locale });
  await context.addInitScript(emptyStorage, LEFT);
  await context.addInitScript(reportViolations);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  if (slowdown > 1) await slowDown(context, page);
  const tab = { page, isSpoiled: false };
  watch(tab);
  noteSpoiling(tab);
  return tab;
};

const LOCALE = "en-GB";

/** Tests hand their pages on: a new process with nothing compiled costs more than the load of a page in a used one. */
const free: Tab[] = [];

const leave = async ({ page }: Tab): Promise<void> => {
  const context = page.context();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const others = context.pages().filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  await page.evaluate((left) => {
    window.name = left;
    window.stop();
  }, LEFT);
  await context.clearCookies();
  await context.setOffline(false);
};

const handOn = async (tab: Tab, { address, locale = LOCALE }: OpenOptions): Promise<void> => {
  delete tab.watch;
  const isFit = address === undefined && locale === LOCALE && !tab.isSpoiled && !tab.page.isClosed();
  const hasLeft =
    isFit &&
    (await leave(tab).then(
      () => true,
      () => false,
    ));
  if (hasLeft) free.push(tab);
  else await tab.page.context().close();
};

const load = async (tab: Tab, path: string, options: OpenOptions, problems: string[]): Promise<void> => {
  const { page } = tab;
  const { allow = [], address = inject("address"), width = 1440, height = 900, theme = "light" } = options;
  const cookies = await cookiesOf(options);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce", forcedColors: null, contrast: null });
  await page.context().setExtraHTTPHeaders(ownNetwork());
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  // What the document of the last test still reports is not this one's.
  page.once("framenavigated", () => (tab.watch = { address, allow, problems }));
  if (options.isDeaf === true) await page.route("**/v1/events?*", () => {});
  await page.goto(path);
};

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  open: async ({}, use) => {
    const ends: (() => Promise<void>)[] = [];
    const problems: string[] = [];
    await use(async (path, options = {}) => {
      const { address, locale = LOCALE } = options;
      const isUsual = address === undefined && locale === LOCALE;
      const tab = (isUsual ? free.pop() : undefined) ?? (await newTab(address ?? inject("address"), locale));
      ends.push(() => handOn(tab, options));
      await load(tab, path, options, problems);
      return tab.page;
    });
    await Promise.all(ends.map((end) => end()));
    if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join("\n")}`);
  },

  // oxlint-disable-next-line no-empty-pattern
  address: async ({}, use) => use(inject("address")),

  // oxlint-disable-next-line no-empty-pattern
  api: async ({}, use) => {
    sharedApi ??= createApi();
    await use(await sharedApi);
  },
});

/** Enter takes the highlighted option, which the list chooses a moment after it shows its options. */
export const highlightedOption = (page: Page, name: string): Locator =>
  page.getByRole("option", { name }).and(page.locator("[data-highlighted]"));

let count = 0;
/** A word that no other row has. */
export const unique = (word: string): string => `${word} ${process.pid}-${Date.now().toString(36)}-${(count += 1)}`;
