import { randomUUID } from "node:crypto";
import { type Client, createClient } from "@petstore/contract/client";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
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
  /** Console errors that the test provokes: Chromium reports each failed request there. */
  readonly allow?: readonly RegExp[];
};

type Fixtures = {
  /** Opens a page in a browser context of its own, signed in; any console error, breach of the CSP or request to another origin fails the test. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
  /** The address of the service, without a path. */
  readonly address: string;
  /** A client of `/v1`, to make rows and to look at them. */
  readonly api: Client;
};

let connected: Promise<Browser> | undefined;

const connect = (): Promise<Browser> => {
  const endpoint = inject("browser");
  if (endpoint === undefined) throw new Error("There is no browser: use `describe.skipIf(!hasBrowser)`.");
  connected ??= chromium.connect(endpoint);
  return connected;
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

const watch = (page: Page, address: string, allow: readonly RegExp[], problems: string[]) => {
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!allow.some((pattern) => pattern.test(text))) problems.push(`console: ${text}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${address}/`) && !request.url().startsWith("blob:")) {
      problems.push(`request to another origin: ${request.url()}`);
    }
  });
};

/** `SLOWDOWN=6`: pages have a sixth of the processor. A test that does not wait for what it needs then fails. */
const slowdown = Number(process.env["SLOWDOWN"] ?? 1);

const slowDown = async (context: BrowserContext, page: Page) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
};

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern
  open: async ({}, use) => {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    await use(async (path, options = {}) => {
      const { allow = [], address = inject("address") } = options;
      const { width = 1440, height = 900, theme = "light", locale = "en-GB" } = options;
      const browser = await connect();
      const context = await browser.newContext({
        baseURL: address,
        viewport: { width, height },
        colorScheme: theme,
        locale,
        reducedMotion: "reduce",
        extraHTTPHeaders: ownNetwork(),
      });
      contexts.push(context);
      const cookies = await cookiesOf(options);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
      await context.addInitScript(reportViolations);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      if (slowdown > 1) await slowDown(context, page);
      watch(page, address, allow, problems);
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
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
