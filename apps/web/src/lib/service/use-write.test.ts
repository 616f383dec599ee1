import { describe, expect, it, vi } from "vitest";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { ApiError } from "./api-error";
import { useWrite } from "./use-write";

const failure = (status: number, code = "failed") => new ApiError(code, "It failed.", status, null, 1);

type Input = { readonly name: string };

const start = async (send: (input: Input, key: string) => Promise<string>) => {
  const keys: string[] = [];
  const heard = { onSuccess: vi.fn<() => void>(), onError: vi.fn<() => void>() };
  const hook = await runHook(() =>
    useWrite<Input, string>({
      send: (input, key) => {
        keys.push(key);
        return send(input, key);
      },
      ...heard,
    }),
  );
  const write = async (name: string) => {
    const before = heard.onSuccess.mock.calls.length + heard.onError.mock.calls.length;
    hook.now().mutate({ name });
    await until(() => heard.onSuccess.mock.calls.length + heard.onError.mock.calls.length > before);
    await until(() => !hook.now().isPending);
  };
  return { hook, keys, write, ...heard };
};

describe("a write", () => {
  it("refreshes all lists, and returns each result with its input", async () => {
    const refresh = watchRefresh();
    const { write, onSuccess } = await start(() => Promise.resolve("done"));
    await write("Rex");
    expect([refresh(), onSuccess.mock.calls]).toEqual([1, [["done", { name: "Rex" }]]]);
  });

  it("keeps the key for the same input after a lost response, and takes a new one for others", async () => {
    const refresh = watchRefresh();
    const send = vi.fn<() => Promise<string>>().mockRejectedValue(failure(0, "offline"));
    const { write, keys, onError } = await start(send);
    await write("Rex");
    await write("Rex");
    await write("Max");
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect([onError.mock.calls.length, refresh()]).toEqual([3, 0]);
  });

  it("keeps the key after a failure of the service", async () => {
    const send = vi.fn<() => Promise<string>>().mockRejectedValue(failure(500));
    const { write, keys } = await start(send);
    await write("Rex");
    await write("Rex");
    expect(new Set(keys).size).toBe(1);
  });

  it.each([
    [409, "idempotency_key_in_use"],
    [429, "rate_limited"],
  ])("keeps its key after %i %s, because the first attempt may still succeed", async (status, code) => {
    const send = vi.fn<() => Promise<string>>().mockRejectedValue(failure(status, code));
    const { write, keys } = await start(send);
    await write("Rex");
    await write("Rex");
    expect(new Set(keys).size).toBe(1);
  });

  it("gets a new key after it succeeded or was refused", async () => {
    const send = vi
      .fn<() => Promise<string>>()
      .mockResolvedValueOnce("done")
      .mockRejectedValueOnce(failure(409))
      .mockResolvedValue("done");
    const { write, keys } = await start(send);
    for (const name of ["Rex", "Rex", "Rex"]) {
      // Writes the names one after the other, as a person does.
      // oxlint-disable-next-line no-await-in-loop
      await write(name);
    }
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    [503, 3],
    [429, 3],
    [500, 1],
    [409, 1],
    [0, 1],
  ])("a write that ends in %i is sent %i times under one key", async (status, tries) => {
    const { write, keys } = await start(() => Promise.reject(failure(status)));
    await write("Rex");
    expect([keys.length, new Set(keys).size]).toEqual([tries, 1]);
  });

  it("shows the failure until the write is started again or reset", async () => {
    const { write, hook } = await start(() => Promise.reject(failure(409)));
    await write("Rex");
    // The state of the hook follows the end of the write.
    await until(() => hook.now().error !== null);
    expect(hook.now().error).toMatchObject({ status: 409 });
    hook.now().reset();
    await until(() => hook.now().error === null);
  });
});
