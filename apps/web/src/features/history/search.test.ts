import { describe, expect, it } from "vitest";
import { hasFilters, type HistorySearch, historyViews, parseHistorySearch, splitSubject } from "./search";

describe("parseHistorySearch", () => {
  it("accepts the contract's filters, with times in UTC", () => {
    const given = { actor: "key:5", action: "pet.update", subject: "pet:7", createdFrom: "2026-11-01T00:00:00+01:00" };
    expect(parseHistorySearch(given)).toEqual({ ...given, createdFrom: "2026-10-31T23:00:00.000Z" });
  });

  it("drops what the contract refuses", () => {
    const given = {
      actor: "Mara",
      action: "pet.feed",
      subject: "pet:x",
      createdTo: "yesterday",
      cursor: "?",
      other: "1",
    };
    expect(parseHistorySearch(given)).toEqual({});
  });

  it("accepts keys and accounts only together with the parameter all", () => {
    const given = { action: "account.sign_in", subject: "account:3" };
    expect(parseHistorySearch(given)).toEqual({});
    expect(parseHistorySearch({ ...given, all: "true" })).toEqual({ ...given, all: true });
  });

  it("returns the same when its result is parsed again", () => {
    const parsed = parseHistorySearch({ all: true, createdTo: "2026-11-01T00:00:00Z", cursor: "abc" });
    expect(parseHistorySearch(parsed)).toEqual(parsed);
  });
});

it("does not count the page, keys or accounts as filters", () => {
  expect([hasFilters({ cursor: "abc", all: true }), hasFilters({ actor: "system" })]).toEqual([false, true]);
});

it("splits a subject into its kind and number", () => {
  expect([splitSubject(), splitSubject("pet"), splitSubject("pet:7")]).toEqual([
    { kind: "", number: "" },
    { kind: "pet", number: "" },
    { kind: "pet", number: "7" },
  ]);
});

describe("a view of the history", () => {
  it("saves and restores the filters and the switch for keys and accounts", () => {
    const shown: HistorySearch[] = [];
    const search = { subject: "api_key:5", all: true, cursor: "c" } as const;
    const { now, onShow, keyOf } = historyViews(search, (one) => shown.push(one));
    onShow({ ...now, limit: 20 });
    onShow({ subject: "pet", counted: "sold" });
    expect(shown).toEqual([
      { subject: "api_key:5", all: true },
      { subject: "pet", counted: "sold" },
    ]);
    expect([keyOf({ all: true, subject: "api_key:5" }) === keyOf(now), keyOf({}) === keyOf(now)]).toEqual([
      true,
      false,
    ]);
  });
});
