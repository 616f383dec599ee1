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
  /** The role of the person whose browser it is; null means that nobody is signed in. */
  readonly role?: keyof Staff | null;
  /** The cookies of a particular account, which replace those of a role. */
  readonly cookies?: readonly Cookie[];
  /** Creates a new session. A test that ends its session needs this, so that other tests of the file keep theirs. */
  readonly hasOwnSession?: boolean;
  /** The address of another service, or another name of the same one: passkeys need `localhost`. */
  readonly address?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly locale?: string;
  /** Blocks events, so the page notices changes of others only when it sends a request. */
  readonly isDeaf?: boolean;
  /** Console errors that the test provokes. Chromium reports each failed request there. */
  readonly allow?: readonly RegExp[];
};

type Fixtures = {
  /**
   * Opens a page with empty storage and a session, which no other test uses at the same time. A console error, a CSP
   * violation or a request to another origin fails the test.
   */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
  /** The address of the service, without a path. */
  readonly address: string;
  /** A client of `/v1`, to create rows and to read them. */
  readonly api: Client;
};

// Without these flags, each window would run a renderer for the popup of its address bar and a spare one, which take a
// third of the processor time. This list replaces Playwright's own, so its first four entries repeat the features of
// Playwright's list that pages can notice.
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
  // Pages are too short-lived to benefit from optimised code, whose compilation takes a fifth of the renderer's
  // processor time.
  "--js-flags=--no-maglev --no-turbofan",
  `--disable-features=${unusedFeatures.join(",")}`,
];

let launched: Promise<Browser> | undefined;

/** Each worker has its own browser, because messages to a shared one would pass through a third process. */
export const launch = (): Promise<Browser> => {
  const executablePath = inject("browser");
  if (executablePath === undefined) throw new Error("There is no browser: use `describe.skipIf(!hasBrowser)`.");
  launched ??= chromium.launch({ executablePath, args: browserArguments });
  return launched;
};

/** False if there is no Chromium. Use it as `describe.skipIf(!hasBrowser)`. */
export const hasBrowser = inject("browser") !== undefined;

type SharedAccount = {
  readonly account: Promise<StaffAccount>;
  readonly file: string | undefined;
  readonly uses: number;
  readonly createdAt: number;
};

const accounts = new Map<keyof Staff, SharedAccount>();

const newAccount = (role: keyof Staff): Promise<StaffAccount> => {
  const staff = inject("staff");
  const { name, password } = staff[role];
  const email = `${role}-${randomUUID()}@store.example`;
  return createAccount(inject("address"), staff.owner.cookies, { email, password, name, role });
};

// A session may have 300 keys in 15 minutes. An account is shared until it has made 150, so that the last test file
// still has as many.
const USES = 150;

// The sign-in of an account is a proof of its person for ten minutes, which some operations require. An account is
// shared for six, so that the last test file still has four.
const SHARED_MS = 6 * 60_000;

/** Returns an account of the role. A test file uses only one, which later files share for some minutes and keys. */
export const accountOf = (role: keyof Staff): Promise<StaffAccount> => {
  const file = expect.getState().testPath;
  const last = accounts.get(role);
  const shared =
    last !== undefined && (last.file === file || (last.uses < USES && Date.now() - last.createdAt < SHARED_MS))
      ? last
      : { account: newAccount(role), file, uses: 0, createdAt: Date.now() };
  accounts.set(role, { ...shared, file, uses: shared.uses + 1 });
  return shared.account;
};

const createApi = async (owner: Promise<StaffAccount>) => {
  const address = inject("address");
  const { cookies } = await owner;
  return createClient({ baseUrl: `${address}/v1`, apiKey: await exchangeForKey(address, cookies) });
};

const apis = new WeakMap<Promise<StaffAccount>, ReturnType<typeof createApi>>();

/** Returns the client of {@link accountOf}, whose key needs a recent proof of the owner just as a session does. */
const apiOfOwner = () => {
  const owner = accountOf("owner");
  const api = apis.get(owner) ?? createApi(owner);
  apis.set(owner, api);
  return api;
};

/** Returns the cookies of a new session of {@link accountOf}. */
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

/** A page, and what the present test allows it to report. */
type Tab = {
  readonly page: Page;
  watch?: { readonly address: string; readonly allow: readonly RegExp[]; readonly problems: string[] };
  /** True if the page had a fake clock or an attached debugger, neither of which can be removed. */
  isSpoiled: boolean;
};

type Traffic = { readonly inFlight: Set<Request>; changedAt: number };

const traffic = new WeakMap<Page, Traffic>();

const watchTraffic = (page: Page) => {
  const seen: Traffic = { inFlight: new Set(), changedAt: 0 };
  traffic.set(page, seen);
  const note = (change: "add" | "delete") => (request: Request) => {
    // This request waits for events as long as the page is open.
    if (request.url().includes("/v1/events?")) return;
    seen.inFlight[change](request);
    seen.changedAt = performance.now();
  };
  page.on("request", note("add"));
  page.on("requestfinished", note("delete"));
  page.on("requestfailed", note("delete"));
};

/**
 * Waits until no request except that for events has been active for half a second. "networkidle" would never come,
 * because the page always waits for events.
 */
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
    // The end of a session also fails the request that waits for events.
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

/** `SLOWDOWN=6` gives pages a sixth of the processor. A test that does not wait for what it needs then fails. */
const slowdown = Number(process.env["SLOWDOWN"] ?? 1);

const slowDown = async (context: BrowserContext, page: Page) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
};

/** The name of a window that a test has left. The next document in it starts with empty storage. */
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

/**
 * Tests reuse pages, because starting a new process without compiled code is slower than loading a page in a used one.
 */
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
  if (hasLeft) {
    free.push(tab);
    return;
  }
  // Playwright throws outside of every test if a response arrives after the page of its request was closed.
  await tab.page.evaluate(() => window.stop()).catch(() => undefined);
  await tab.page.context().close();
};

const load = async (tab: Tab, path: string, options: OpenOptions, problems: string[]): Promise<void> => {
  const { page } = tab;
  const { allow = [], address = inject("address"), width = 1440, height = 900, theme = "light" } = options;
  const cookies = await cookiesOf(options);
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    media: null,
    colorScheme: theme,
    reducedMotion: "reduce",
    forcedColors: null,
    contrast: null,
  });
  await page.context().setExtraHTTPHeaders(ownNetwork());
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  // Reports of the previous test's document do not count.
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
    await use(await apiOfOwner());
  },
});

/** Finds a highlighted option, which Enter takes. The list highlights it a moment after it shows its options. */
export const highlightedOption = (page: Page, name: string): Locator =>
  page.getByRole("option", { name }).and(page.locator("[data-highlighted]"));

let count = 0;
/** Returns a word that no other row has. */
export const unique = (word: string): string => `${word} ${process.pid}-${Date.now().toString(36)}-${(count += 1)}`;
