import type { PetFields } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { petFieldsOf } from "../../test/support/examples";
import { Button, IconButton } from "../components/button";
import { EventSentence } from "../components/event-sentence";
import { Pager } from "../components/pager";
import { InlineError, LoadError } from "../components/states";
import { ApiError } from "../lib/service/api-error";
import { t } from "../texts";
import { parsePetSearch } from "../features/pets/search";
import { pageAt } from "../../test/support/draw";
import { linksOf, markupOf, textOf } from "../../test/support/markup";
import { shownNotices } from "../../test/support/notices";
import { describeConflict, offersOf, titleOf } from "./conflict-choices";
import { reloadOnMissingChunk } from "./missing-chunk";
import { loadSearches } from "./late-searches";
import { pages } from "./pages";
import { parseSearch, searchOf, stringifySearch } from "./search-params";
import { signInProblem } from "./sign-in-problem";

const luna = petFieldsOf();
const sold: PetFields = { ...luna, status: "sold" };

describe("a conflict", () => {
  const change = { id: 7, from: luna, to: { ...luna, name: "Lola" } };
  const deletion = { id: 7, from: luna, to: null };
  const restoring = { id: 7, from: null, to: luna };

  it.each([
    ["changed", change, sold, true, false, false, "Somebody else changed it"],
    ["changed", deletion, sold, false, false, true, "Delete it as it is now"],
    ["changed", restoring, sold, true, false, false, "Somebody else changed it"],
    ["reserved", change, sold, false, false, false, "An open order holds this animal"],
    ["reserved", deletion, sold, false, false, false, "An open order holds this animal"],
    ["gone", change, null, false, true, false, "Somebody else deleted it"],
    ["gone", deletion, null, false, false, false, "Somebody else deleted it"],
    ["gone", restoring, null, false, false, false, "No animal ever had this number"],
  ] as const)(
    "a conflict with the reason %s offers the right choices (%#)",
    (reason, edit, now, hasChoice, canBringBack, canDelete, text) => {
      const offers = offersOf({ edit, reason, now });
      expect(offers).toEqual({ choice: hasChoice ? { want: edit.to, now } : undefined, canBringBack, canDelete });
      expect(describeConflict({ edit, reason, now })).toContain(text);
    },
  );

  it("has a title for each reason, even for a reason that only a later version knows", () => {
    expect(["reserved", "gone", "changed", "lost"].map((reason) => titleOf(reason)("Rex", 7))).toEqual([
      "An order holds Rex (animal 7)",
      "Rex (animal 7) was deleted",
      "Rex (animal 7) has changed since you saw it",
      "Rex (animal 7) has changed since you saw it",
    ]);
  });
});

describe("address parameters", () => {
  it("are texts, and repeated ones are lists", () => {
    expect(parseSearch("?id=1&id=2&name=a%26b&status=sold")).toEqual({ id: ["1", "2"], name: "a&b", status: "sold" });
    expect(parseSearch("")).toEqual({});
  });

  it("filters by fields are read and written as one object", () => {
    const search = { attributes: { breed: "Collie", size: ["small", "large"] }, open: "7" };
    expect(parseSearch("?attributes[breed]=Collie&attributes[size]=small&attributes[size]=large&open=7")).toEqual(
      search,
    );
    expect(parseSearch(stringifySearch(search))).toEqual(search);
    expect(parseSearch("?attributes=1&attributes[__proto__]=x")).toEqual({ attributes: { ["__proto__"]: "x" } });
  });

  it("are the same after writing and reading, and empty ones are left out", () => {
    const search = { id: [1, 2], name: "a&b", open: undefined, new: true, reference: "" };
    expect(stringifySearch(search)).toBe("?id=1&id=2&name=a%26b&new=true");
    expect(stringifySearch({ open: undefined })).toBe("");
  });

  it("are read again on every page but the first once their parsers have loaded", async () => {
    vi.resetModules();
    const late = await import("./late-searches");
    const search = late.searchBy(({ parsePetSearch: parse }) => parse);
    const at = (pathname: string) => ({ location: { pathname, href: `${pathname}?open=7` } as never });
    expect(search({ open: "7" })).toEqual({ open: "7" });
    await expect(late.readAgainOnceLoaded(at("/"))).resolves.toBeUndefined();
    expect(search({ open: "7" })).toEqual({ open: "7" });
    await expect(late.readAgainOnceLoaded(at("/animals"))).rejects.toMatchObject({
      options: { href: "/animals?open=7", replace: true },
    });
    expect(search({ open: "7" })).toEqual({ open: 7 });
    await expect(late.readAgainOnceLoaded(at("/animals"))).resolves.toBeUndefined();
  });

  it("reach only pages that accept them", async () => {
    const address = "/animals?id=[1,2,3]&status=lost&limit=5&open=7";
    expect((await pageAt(address, searchOf(parsePetSearch))).search()).toEqual({ open: 7 });
    await loadSearches();
    const sought = pages.flatMap(({ route }) => route.options.validateSearch ?? []);
    const typed = { id: "[1,2,3]", open: "[7]", categoryId: "x" };
    for (const search of sought) expect({ ...typed, ...(search as (given: object) => object)(typed) }).toEqual({});
    expect(sought.length).toBeGreaterThan(5);
  });
});

describe("a sign-in that failed", () => {
  const failed = (code: string, status = 401, retryAfterMs: number | null = null) =>
    signInProblem(new ApiError(code, "The service's words.", status, null, retryAfterMs)) as ApiError;

  it.each([
    ["invalid_credentials", "The e-mail or the password is wrong."],
    ["account_disabled", "This account is disabled."],
    ["invalid_passkey", "The store does not know this passkey"],
    ["invitation_invalid", "This invitation does not work"],
    ["invalid_code", "body.code "],
    ["something_new", "The service's words."],
  ])("a sign-in that failed with %s says: %s", (code, text) => {
    const problem = failed(code);
    expect([problem.message, problem.code]).toEqual([expect.stringContaining(text), code]);
  });

  it("says how long to wait after too many attempts, by default a minute", () => {
    expect(failed("rate_limited", 429, 89_100).message).toContain("90 seconds");
    expect(failed("rate_limited", 429).message).toContain("60 seconds");
  });

  it("returns an error unchanged that is not an answer of the service", () => {
    const bug = new TypeError("A bug.");
    expect(signInProblem(bug)).toBe(bug);
  });
});

describe("a button", () => {
  it("keeps the focus but does nothing while its action runs", () => {
    const busy = markupOf(<Button isBusy>{t.common.save}</Button>);
    expect([busy.includes('aria-disabled="true"'), busy.includes('aria-busy="true"'), / disabled=/.test(busy)]).toEqual(
      [true, true, false],
    );
    const disabled = markupOf(<Button disabled>{t.common.save}</Button>);
    expect([/ disabled=/.test(disabled), disabled.includes("aria-busy")]).toEqual([true, false]);
    expect(markupOf(<IconButton label="Close" />)).toMatch(
      /aria-label="Close" title="Close"|title="Close".*aria-label="Close"/,
    );
  });
});

describe("the pager", () => {
  it("is enabled only for pages that exist", () => {
    const disabled = (hasPrevious: boolean, hasNext: boolean) =>
      markupOf(<Pager {...{ hasPrevious, hasNext }} onPrevious={vi.fn<() => void>()} onNext={vi.fn<() => void>()} />)
        .split("</button>")
        .slice(0, 2)
        .map((button) => / disabled=/.test(button));
    expect([disabled(false, true), disabled(true, false)]).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe("a failure", () => {
  it("shows the service's sentence, and a retry button if there is a retry", () => {
    const error = new ApiError("conflict", "It has changed.", 409, "abc");
    expect(textOf(<InlineError error={error} />)).toMatch(/It has changed\./);
    expect(textOf(<InlineError error={error} />)).not.toContain("Try again");
    expect(textOf(<InlineError error={error} onRetry={vi.fn<() => void>()} />)).toContain("Try again");
  });

  it("is hidden if the person cancelled the request", () => {
    expect(
      markupOf(<InlineError error={new ApiError("cancelled", "Cancelled.", 403)} onRetry={vi.fn<() => void>()} />),
    ).toBe("");
  });

  it("says when the read will be repeated, and explains the refusal of too many requests", () => {
    const show = (error: unknown, data?: unknown) =>
      textOf(<LoadError query={{ data, error, refetch: vi.fn<() => void>() }} />);
    const failed = (status: number, retryAfterMs: number | null = null) =>
      new ApiError("failed", "It failed.", status, null, retryAfterMs);
    expect(show(failed(404))).toBe("That did not work It failed. Try again");
    expect(show(failed(404), [])).toBe("It failed. Try again");
    expect(show(failed(500))).toContain("The page tries again by itself within a minute.");
    expect(show(failed(503, 600_000))).toMatch(/It failed\. The page tries again by itself at \d+:\d\d/);
    expect(show(failed(429))).toContain("more in a short time than the service allows");
    expect([show(null), show(undefined)]).toEqual(["", ""]);
  });
});

describe("the subject of an event", () => {
  const event = (kind: string, id: number | null, after: object | null) =>
    ({
      id: 1,
      at: "2026-11-22T10:00:00.000Z",
      action: `${kind}.update`,
      subject: { kind, id },
      before: {},
      after,
      actor: { kind: "account", id: 3, name: "Mara" },
    }) as never;
  const link = (...given: Parameters<typeof event>) =>
    linksOf(<EventSentence event={event(...given)} nameOf={String} />);

  it("links to the animal or its history, never for keys and accounts", () => {
    expect(link("pet", 7, { name: "Luna" })).toEqual(["/animals?open=7"]);
    expect(link("pet", 7, null)).toEqual(["/history?subject=pet%3A7"]);
    expect(link("category", 4, {})).toEqual(["/history?subject=category%3A4"]);
    expect([link("api_key", 5, {}), link("account", 3, {}), link("account", null, {})]).toEqual([[], [], []]);
  });
});

it("offers a reload when parts of the page are missing and the browser is online", () => {
  const notices = shownNotices();
  const listeners = new Map<string, () => void>();
  const reload = vi.fn<() => void>();
  vi.stubGlobal("window", { addEventListener: (name: string, run: () => void) => listeners.set(name, run) });
  vi.stubGlobal("location", { reload });
  reloadOnMissingChunk();
  vi.stubGlobal("navigator", { onLine: false });
  listeners.get("vite:preloadError")?.();
  expect(notices()).toEqual([]);
  vi.stubGlobal("navigator", { onLine: true });
  listeners.get("vite:preloadError")?.();
  expect(notices()[0]).toMatchObject({ title: "There is a new version", type: "error", label: "Reload" });
  notices()[0]?.press();
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
