import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, toApiError } from "../service/api-error";
import {
  closeNotice,
  listenToNotices,
  notify,
  notifyFailure,
  notifyProgress,
  noticeManager,
  waitingNotices,
} from "./notices";
import { shownNotices } from "../../../test/support/notices";

describe("a notice", () => {
  it("a notice of a failure stays until it is closed, and one of a success for 8 s", () => {
    const notices = shownNotices();
    notify({ title: "Saved" });
    notify({ title: "Failed", kind: "error" });
    expect(notices().map(({ title, timeout, type }) => [title, timeout, type])).toEqual([
      ["Failed", 0, "error"],
      ["Saved", 8_000, "success"],
    ]);
  });

  it("closes when its action is done, in the notice or elsewhere", () => {
    const notices = shownNotices();
    const run = vi.fn<() => void>();
    notify({ title: "Saved", action: { label: "Undo", run } });
    const other = notify({ title: "Deleted" });
    notices()[1]?.press();
    closeNotice(other);
    expect([notices(), run.mock.calls.length]).toEqual([[], 1]);
  });
});

it("notices wait until they can be shown, and are then shown once and in order", () => {
  waitingNotices.set([]);
  const heard: unknown[] = [];
  const end = noticeManager[" subscribe"](({ action, options }) => heard.push([action, options.title ?? options.id]));
  const closed = notify({ title: "First" });
  closeNotice(closed);
  expect(heard).toEqual([]);
  const stop = listenToNotices();
  notify({ title: "Second" });
  expect(heard).toEqual([
    ["add", "First"],
    ["close", closed],
    ["add", "Second"],
  ]);
  expect(waitingNotices.get()).toEqual([]);
  stop();
  end();
});

describe("notifyFailure", () => {
  it("shows the service's sentence and the request id, and can retry", () => {
    const notices = shownNotices();
    const retry = vi.fn<() => void>();
    notifyFailure(new ApiError("conflict", "It has changed.", 409, "abc"), retry);
    const [shown] = notices();
    expect(shown).toMatchObject({
      title: "That did not work",
      description: "Request abc",
      serverMessage: "It has changed.",
      label: "Try again",
    });
    shown?.press();
    expect(retry).toHaveBeenCalledOnce();
  });

  it("says that the browser is offline, and shows no details of a bug", () => {
    const notices = shownNotices();
    notifyFailure(new ApiError("offline", "What you typed is kept."));
    notifyFailure(new TypeError("x is not a function"));
    expect(notices().map(({ title, description, label }) => [title, description, label])).toEqual([
      ["That did not work", "The service gave an answer this page does not understand.", undefined],
      ["You are offline", "What you typed is kept.", undefined],
    ]);
  });

  it("marks only sentences of the service as English", () => {
    const notices = shownNotices();
    notifyFailure(toApiError({ status: 502, body: "<html>", headers: new Headers({ "x-request-id": "abc" }) }));
    notifyFailure(new ApiError("offline", "What you typed is kept."));
    expect(notices().map(({ serverMessage }) => serverMessage)).toEqual([undefined, undefined]);
    expect(notices()[1]?.description).toBe("The service gave an answer this page does not understand. Request abc");
  });

  it("ignores requests that the person cancelled", () => {
    const notices = shownNotices();
    notifyFailure(new ApiError("cancelled", "Cancelled.", 403), vi.fn<() => void>());
    expect(notices()).toEqual([]);
  });
});

describe("notifyProgress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows the progress of long work until it is closed", () => {
    const notices = shownNotices();
    const progress = notifyProgress("Undoing", { afterMs: 500 });
    progress.show({ done: 1, total: 3, text: "1 of 3" });
    vi.advanceTimersByTime(499);
    expect(notices()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(notices()[0]).toMatchObject({ title: "Undoing", timeout: 0, progress: { done: 1, total: 3 } });
    progress.show({ done: 2, total: 3, text: "2 of 3" });
    expect(notices()[0]?.progress?.done).toBe(2);
    progress.close();
    expect(notices()).toEqual([]);
  });

  it("shows nothing for quick work", () => {
    const notices = shownNotices();
    notifyProgress("Undoing", { afterMs: 500 }).close();
    vi.advanceTimersByTime(1_000);
    expect(notices()).toEqual([]);
  });
});
