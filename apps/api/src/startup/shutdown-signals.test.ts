import { afterEach, describe, expect, it, vi } from "vitest";
import { catchShutdownSignals, Interrupted, whenAborted } from "./shutdown-signals.js";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Catches all signals, so that they reach only the handlers under test. */
const catchAll = () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const listeners = new Map<string | symbol, () => void>();
  vi.spyOn(process, "on").mockImplementation((name, listener) => {
    listeners.set(name, listener as () => void);
    return process;
  });
  const exit = vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  const signal = catchShutdownSignals(130);
  return { signal, exit, receive: (name: string) => listeners.get(name)?.() };
};

describe("a signal to stop", () => {
  it.each(["SIGHUP", "SIGINT", "SIGTERM"])("%s aborts with a reason that names the signal", (name) => {
    const { signal, exit, receive } = catchAll();
    expect(signal.aborted).toBe(false);
    receive(name);
    expect(signal.reason).toBeInstanceOf(Interrupted);
    expect([(signal.reason as Interrupted).signal, exit.mock.calls]).toEqual([name, []]);
  });

  it("ends the process when it is sent again, but not within 500 ms, when npm repeats it", () => {
    const { signal, exit, receive } = catchAll();
    receive("SIGINT");
    vi.advanceTimersByTime(500);
    receive("SIGTERM");
    expect([(signal.reason as Interrupted).signal, exit.mock.calls]).toEqual(["SIGINT", []]);
    vi.advanceTimersByTime(1);
    receive("SIGINT");
    expect(exit.mock.calls).toEqual([[130]]);
  });
});

describe("whenAborted", () => {
  it("calls back once, even if the signal has already aborted", () => {
    const controller = new AbortController();
    const calls: string[] = [];
    whenAborted(controller.signal, () => void calls.push("later"));
    expect(calls).toEqual([]);
    controller.abort();
    whenAborted(controller.signal, () => void calls.push("at once"));
    expect(calls).toEqual(["later", "at once"]);
  });
});
