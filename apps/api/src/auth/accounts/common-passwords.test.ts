import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createScoreThread, isCommonPassword } from "./common-passwords.js";

const threadOf = (code: string, { maxMs = 20_000, idleMs = 60_000 } = {}) => {
  const text = `import { parentPort } from "node:worker_threads"; ${code}`;
  return createScoreThread({ script: new URL(`data:text/javascript,${encodeURIComponent(text)}`), maxMs, idleMs });
};
const answering = 'parentPort.on("message", ({ password }) => parentPort.postMessage(Number(password)));';

describe("isCommonPassword", () => {
  it("does not block the event loop", async () => {
    await isCommonPassword("violet anchor 42 drum", []);
    let beats = 0;
    const heart = setInterval(() => (beats += 1), 1);
    expect(await isCommonPassword("P4$$w0rd1!".repeat(13).slice(0, 128), [])).toBe(true);
    clearInterval(heart);
    // If the work ran in the event loop, the timer would fire once or never.
    expect(beats).toBeGreaterThan(5);
  });
});

describe("createScoreThread", () => {
  it("returns to each of many calls its own score, and starts no thread before the first call", async () => {
    const { score, isRunning } = threadOf(answering);
    expect(isRunning()).toBe(false);
    expect(await Promise.all(["1", "2", "3", "4"].map((password) => score(password, [])))).toEqual([1, 2, 3, 4]);
  });

  it("ends the thread when it is idle, and starts a new one when it is needed", async () => {
    const { score, isRunning } = threadOf(answering, { idleMs: 1 });
    expect(await score("1", [])).toBe(1);
    await expect.poll(isRunning).toBe(false);
    expect(await score("2", [])).toBe(2);
  });

  it("does not end the thread while it scores another password", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const code = `parentPort.on("message", ({ password }) =>
      setTimeout(() => parentPort.postMessage(Number(password)), password === "2" ? 200 : 0));`;
    const { score } = threadOf(code, { maxMs: 10_000, idleMs: 1_000 });
    expect(await score("1", [])).toBe(1);
    const second = score("2", []);
    await turn();
    vi.advanceTimersByTime(1_000);
    expect(await second).toBe(2);
  });

  it("returns 503 if the thread is slow or fails, and then works again", async () => {
    const code = `parentPort.on("message", ({ password }) => {
      if (password === "slow") return void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      if (password === "fail") throw new Error("defect");
      parentPort.postMessage(1);
    });`;
    const slow = threadOf(code, { maxMs: 500 });
    await expect(slow.score("slow", [])).rejects.toMatchObject({ status: 503 });
    expect(slow.isRunning()).toBe(false);
    const failing = threadOf(code);
    await expect(failing.score("fail", [])).rejects.toMatchObject({ status: 503 });
    expect(await failing.score("fine", [])).toBe(1);
  });
});
