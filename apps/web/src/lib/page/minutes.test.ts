import { expect, it, onTestFinished, vi } from "vitest";
import { runHook, until } from "../../../test/support/hook";
import { formatRelative } from "../text/relative";
import { useMinute } from "./minutes";

it("keeps a relative time true while the page is open, with one timer until the last component ends", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: new Date(2026, 10, 22, 23, 58) });
  onTestFinished(() => void vi.useRealTimers());
  const at = new Date(2026, 10, 21, 12).toISOString();
  const useShown = () => {
    useMinute();
    return formatRelative(at);
  };
  const [one, other] = [await runHook(useShown), await runHook(useShown)];
  expect([one.now(), other.now()]).toEqual(["yesterday", "yesterday"]);
  await until(() => vi.getTimerCount() === 1);
  vi.advanceTimersByTime(3 * 60_000);
  await until(() => one.now() === "2 days ago" && other.now() === "2 days ago");
  one.unmount();
  other.unmount();
  await until(() => vi.getTimerCount() === 0);
});
