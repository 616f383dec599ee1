import { getEventListeners } from "node:events";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { writeTo } from "./shell.js";

/** Creates an output that answers each text with this error, or without one. */
const outputWith = (error: Error | undefined) => {
  const output = new Writable({ write: (_chunk, _encoding, done) => done(error) });
  return output.on("error", () => {});
};

describe("writeTo", () => {
  it.each([
    ["accepted", undefined],
    ["refused", new Error("broken")],
  ])("leaves no listener on the command's signal when the text is %s", async (_, refusal) => {
    const { signal } = new AbortController();
    const write = writeTo(outputWith(refusal), signal);
    expect(await Promise.allSettled([write("text")])).toMatchObject([{ status: refusal ? "rejected" : "fulfilled" }]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("says in one sentence that the disk behind the output is full", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    await expect(writeTo(outputWith(full), new AbortController().signal)("text")).rejects.toMatchObject({
      name: "OperatorError",
      code: "unwritable_file",
      message:
        "The output cannot be written (ENOSPC), so what was written is incomplete; make room where it is written, or name another place, and run the command again.",
    });
  });

  it("rejects when the command is interrupted while the output accepts nothing", async () => {
    const controller = new AbortController();
    const writing = writeTo(new Writable({ write: () => {} }), controller.signal)("text");
    controller.abort(new Error("enough"));
    await expect(writing).rejects.toThrow("enough");
  });
});
