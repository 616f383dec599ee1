import type { Session } from "@petstore/contract/client";
import { describe, expect, it, vi } from "vitest";
import { SessionList } from "../../components/session-list";
import { actAs, userOf } from "../../../test/support/fake-service";
import { markupOf, textOf } from "../../../test/support/markup";
import { polled } from "../../lib/service/query-client";
import { userQuery } from "../../lib/session/user-query";
import { usersQuery, userSessionsQuery } from "./queries";
import { RoleForm } from "./role-form";
import { parseStaffSearch, placesOf } from "./search";
import { AccountState, YouBadge } from "./staff-parts";

describe("the address of the staff page", () => {
  it("accepts the parameters that the contract accepts, and leaves out defaults", () => {
    expect(parseStaffSearch({ searchValue: "kim", offset: "50", open: "7" })).toEqual({
      searchValue: "kim",
      offset: 50,
      open: 7,
    });
    expect(parseStaffSearch({ searchValue: 42, offset: 0, open: 7 })).toEqual({ searchValue: "42", open: 7 });
    expect(parseStaffSearch({ offset: "-1", open: "x", colour: "red" })).toEqual({});
  });

  it("links to the previous and the next page if they exist", () => {
    expect([placesOf(0, 50), placesOf(0, 51), placesOf(50, 51), placesOf(30, 90)]).toEqual([
      { prev: undefined, next: undefined },
      { prev: undefined, next: 50 },
      { prev: 0, next: undefined },
      { prev: 0, next: 80 },
    ]);
  });
});

describe("data of accounts without events", () => {
  it("is polled while a page shows it", () => {
    for (const query of [usersQuery({}), userQuery(7), userSessionsQuery(7)]) expect(query).toMatchObject(polled);
  });
});

describe("an account in the list", () => {
  it("shows as disabled rather than as invited", () => {
    const state = (fields: object) => textOf(<AccountState user={userOf("clerk", fields)} />);
    expect([state({}), state({ invited: true }), state({ banned: true, invited: true })]).toEqual([
      "Can sign in",
      "Invited",
      "Disabled",
    ]);
  });

  it("marks the person's own account", () => {
    actAs("owner");
    const badge = (id: number) => textOf(<YouBadge user={userOf("owner", { id })} />);
    expect([badge(7), badge(8)]).toEqual(["You", ""]);
  });

  it("offers to change the role once another role is chosen", () => {
    actAs("owner");
    expect(markupOf(<RoleForm user={userOf("manager", { id: 8 })} />)).toMatch(/<option value="manager" selected/);
    expect(markupOf(<RoleForm user={userOf("manager", { id: 8 })} />)).toMatch(/<button[^>]*disabled/);
  });
});

describe("a list of sessions", () => {
  const session = (id: number, userAgent: string | null) =>
    ({
      id,
      userAgent,
      userId: 7,
      ipAddress: "203.0.113.9",
      createdAt: "2026-11-21T09:30:00.000Z",
      endsAt: "2026-11-28T09:30:00.000Z",
    }) as Session;
  const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0";
  const list = (props: object) => (
    <SessionList
      sessions={[session(1, firefox), session(2, "Firefox/145.0"), session(3, null)]}
      onEnd={vi.fn<() => void>()}
      {...props}
    />
  );

  it("names the browsers that can be recognised, the latest session first", () => {
    const text = textOf(list({}));
    expect(text).toMatch(/Unknown browser.*Firefox Signed.*Firefox on Windows/);
    expect(text.match(/from 203\.0\.113\.9/g)).toHaveLength(3);
  });

  it("marks the session that is being ended and this browser's, which has no button", () => {
    const html = markupOf(list({ ownId: 2, endingId: 3 }));
    expect([
      html.match(/This browser/g)?.length,
      html.match(/End the session/g)?.length,
      html.match(/aria-busy/g)?.length,
    ]).toEqual([1, 2, 1]);
    expect(html).not.toContain("End the session: Firefox<");
  });

  it("says if the person is signed in nowhere", () => {
    expect(textOf(<SessionList sessions={[]} onEnd={vi.fn<() => void>()} />)).toBe("Not signed in anywhere");
  });
});
