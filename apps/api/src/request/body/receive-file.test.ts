import { hash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "../../../test/support/temporary-folder.js";
import { receiveFile } from "./receive-file.js";
import type { RequestContext } from "../request-context.js";

const MEGABYTE = 1_000_000;

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeTemporaryFolder();
});
const folders = () => readdir(join(dataDir, "uploads"));

/** Returns a chunk of one byte that reports a greater length. */
const chunkOf = (bytes: number) => Object.defineProperty(Buffer.from("x"), "length", { value: bytes });

type Body = { readonly headers?: Record<string, string>; readonly end?: () => void };

const receive = (account: string, chunks: readonly Buffer[], { headers = {}, end = () => {} }: Body = {}) => {
  const request = {
    headers,
    destroyed: false,
    drained: false,
    resume: () => (request.drained = true),
    iterator: async function* () {
      yield* chunks;
      end();
    },
  };
  const options = { dataDir, limit: 200 * MEGABYTE, account, prefix: "" };
  return { request, received: receiveFile({ request } as unknown as RequestContext, options) };
};
const receiveMegabytes = (account: string, ...sizes: number[]) =>
  receive(
    account,
    sizes.map((size) => chunkOf(size * MEGABYTE)),
  ).received;

describe("receiveFile", () => {
  it("keeps a body in its own folder until it is released", async () => {
    const { file, release } = await receive("a", [Buffer.from("pet"), Buffer.from("store")]).received;
    expect([await readFile(file.path, "utf8"), file.size, await folders()]).toEqual([
      "petstore",
      8,
      [expect.stringContaining(`${hostname()}-${process.pid}-`)],
    ]);
    release();
    await expect.poll(folders).toEqual([]);
  });

  it("writes pieces of any size in their order", async () => {
    const pieces = [1, 100_000, 200_000, 62_143, 262_144, 262_145, 7].map((size) => randomBytes(size));
    const { file, release } = await receive("a", pieces).received;
    expect(Buffer.concat(pieces).equals(await readFile(file.path))).toBe(true);
    expect(file).toMatchObject({ size: 886_440, sha256: hash("sha256", Buffer.concat(pieces)) });
    release();
  });

  it("gives an account at most half of the disk budget, and frees the space of each body once", async () => {
    const first = await receiveMegabytes("a", 60, 60);
    await expect(receiveMegabytes("a", 60)).rejects.toMatchObject({ status: 503 });
    const second = await receiveMegabytes("b", 120);
    // The memory of a refused body is free again.
    await expect(receiveMegabytes("c", 20, 20)).rejects.toMatchObject({ status: 503 });
    const third = await receiveMegabytes("c", 20);
    first.release();
    first.release();
    await expect(receiveMegabytes("c", 115)).rejects.toMatchObject({ status: 503 });
    const fourth = await receiveMegabytes("a", 120);
    await expect(receiveMegabytes("d", 20)).rejects.toMatchObject({ status: 503 });
    for (const { release } of [second, third, fourth]) release();
    await expect.poll(folders).toEqual([]);
  });

  it("refuses and drains a body that declares or contains more bytes than the limit", async () => {
    const declared = receive("a", [], { headers: { "content-length": "200000001" } });
    await expect(declared.received).rejects.toMatchObject({ status: 413 });
    const grown = receive("a", [chunkOf(100 * MEGABYTE), chunkOf(101 * MEGABYTE)]);
    await expect(grown.received).rejects.toMatchObject({ status: 413 });
    expect([declared.request.drained, grown.request.drained]).toEqual([true, true]);
    await expect.poll(folders).toEqual([]);
  });

  it("answers 400 if the client stops, and 503 if the disk fails", async () => {
    const stopped = receive("a", [Buffer.from("pet")], {
      end: () => {
        stopped.request.destroyed = true;
        throw new Error("aborted");
      },
    });
    await expect(stopped.received).rejects.toMatchObject({ status: 400 });
    await expect.poll(folders).toEqual([]);
    dataDir = join(dataDir, "uploads", "\0");
    await expect(receive("a", []).received).rejects.toMatchObject({ status: 503 });
  });
});
