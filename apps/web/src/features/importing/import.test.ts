import { MAX_IMPORT_BYTES } from "@petstore/contract/schemas";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Asked, fakeService, inTurn, refusal, silence } from "../../../test/support/fake-service";
import { runHook, until, watchRefresh } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { queryClient } from "../../lib/service/query-client";
import { isImportable, whatIsMissing } from "./import-steps";
import type { Mapping } from "./mapping";
import { placesOf } from "./places";
import { type CsvFile, isProblem, readFile } from "./read-file";
import { firstMapping, rememberMapping } from "./remembered-mappings";
import { useCheck, useImport } from "./use-import";
import { useCsvFile } from "./use-csv-file";

const parse = async (text: string, name = "a.csv"): Promise<CsvFile> => {
  const file = await readFile(new File([text], name), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};
const settings = { source: "a.csv", columns: {} };

describe("a file before its import", () => {
  it("says which columns are missing or chosen twice, and which values still need a status", async () => {
    const file = await parse("a,b,status\nRex,Dog,w\nMax,Dog,x\nTom,Cat,y\nTim,Cat,z\n");
    const missing = (places: Record<string, string>, statuses = {}) =>
      whatIsMissing(file, { statuses }, placesOf(file, { places }, []), []);
    expect(missing({ status: "" })).toHaveLength(2);
    expect(whatIsMissing({ ...file, rows: 0 }, { statuses: {} }, new Map(), [])).toHaveLength(1);
    expect(missing({ a: "name", b: "category", status: "" })).toEqual([]);
    expect(missing({ a: "name", b: "category", status: "name" })).toEqual([expect.stringMatching(/“a” and “status”/)]);
    const places = { a: "name", b: "category" };
    expect(missing(places)).toEqual([expect.stringMatching(/“w”, “x”, “y”.*1/)]);
    expect(missing(places, { w: "sold", x: "sold", y: "sold", z: "sold" })).toEqual([]);
  });

  it("can be imported if all rows are valid, or bad rows are skipped", () => {
    const results = [
      [{ imported: 2, updated: 0, bad: 0 }, false],
      [{ imported: 2, updated: 0, bad: 1 }, false],
      [{ imported: 2, updated: 0, bad: 1 }, true],
      [{ imported: 0, updated: 0, bad: 1 }, true],
      [{ imported: 0, updated: 2, bad: 0 }, false],
    ] as const;
    expect(results.map(([result, isSkipping]) => isImportable(result, isSkipping))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});

describe("the choices for a file", () => {
  it("are the same as for the last file with the same header", async () => {
    const [one, other] = [await parse("x,y\n1,2\n"), await parse("name,y\n1,2\n")];
    expect(firstMapping(one)).toEqual({ mapping: { places: {}, statuses: {} }, isRemembered: false });
    rememberMapping(one, { places: { y: "name" }, statuses: { a: "sold" } });
    rememberMapping(other, { places: { name: "" }, statuses: {} });
    const chosen: Mapping = {
      places: { x: "name", y: "new" },
      fallbackName: "y",
      statuses: { a: "sold" },
      values: { y: { m: { sex: "male", neutered: true }, "?": {} } },
      newFields: { y: { column: "y", name: "y", label: "Y", type: "text", decimals: null, options: [] } },
    };
    rememberMapping(one, chosen);
    expect(firstMapping(one)).toEqual({ mapping: chosen, isRemembered: true });
    // The person left this column out, although it could be guessed.
    expect(firstMapping(other).mapping.places["name"]).toBe("");
    expect(firstMapping(await parse("y,x\n1,2\n")).isRemembered).toBe(false);
  });

  it("start with the statuses of the product that wrote the file, until a person chooses", async () => {
    const file = await parse("Name,Species,Status,General Age\nRex,Dog,Transferred,Old\n");
    const mapping = { places: {}, statuses: { Transferred: "sold" } } as const;
    expect(firstMapping(file)).toEqual({ mapping, isRemembered: false, product: "RescueGroups" });
    rememberMapping(file, { places: {}, statuses: {} });
    expect(firstMapping(file)).toMatchObject({ mapping: { places: {}, statuses: {} }, isRemembered: true });
  });

  it("are dropped if another version stored them in another form, while the others stay", async () => {
    const mapping = { places: { x: "name" }, statuses: {} };
    const stored = [
      { header: ["a"], mapping: { columns: { name: "a" }, statuses: {} } },
      "damaged",
      { header: ["x", "y"], mapping },
    ];
    vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(stored), setItem: () => undefined });
    vi.resetModules();
    const later = await import("./remembered-mappings");
    expect(later.firstMapping(await parse("x,y\n1,2\n"))).toEqual({ mapping, isRemembered: true });
    expect(later.firstMapping(await parse("a\n1\n")).isRemembered).toBe(false);
    vi.unstubAllGlobals();
  });

  it("are kept for twenty different headers", async () => {
    const files = await Promise.all(Array.from({ length: 21 }, (_, at) => parse(`h${at}\n1\n`)));
    for (const file of files) rememberMapping(file, { places: {}, statuses: {} });
    const [oldest, second] = files as [CsvFile, CsvFile];
    expect([firstMapping(oldest).isRemembered, firstMapping(second).isRemembered]).toEqual([false, true]);
  });
});

describe("a file that is being read", () => {
  it("is forgotten when the person chooses another file or removes it", async () => {
    const hook = await runHook(useCsvFile);
    const first = new File(["name\nRex\n"], "first.csv");
    const bytes = Promise.withResolvers<ArrayBuffer>();
    vi.spyOn(first, "arrayBuffer").mockReturnValue(bytes.promise);
    hook.now().choose(first);
    await until(() => hook.now().state.phase === "reading");
    hook.now().choose(new File(["name\nMax\n"], "second.csv"));
    await until(() => hook.now().state.phase === "read");
    bytes.resolve(new TextEncoder().encode("name\nRex\n").buffer);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(hook.now().state).toMatchObject({ phase: "read", file: { name: "second.csv" } });
    hook.now().reset();
    await until(() => hook.now().state.phase === "none");
  });

  it("can be read again in another way, and reports why it cannot be read", async () => {
    const hook = await runHook(useCsvFile);
    hook.now().choose(new File([new Uint8Array([0x6e, 0x0a, 0xfc, 0x0a])], "alt.csv"));
    const fileNow = () => (hook.now().state as { file?: CsvFile }).file;
    await until(() => fileNow()?.encoding === "windows-1252");
    hook.now().readAs({ encoding: "utf-8" });
    await until(() => hook.now().state.phase === "problem");
    expect(hook.now().state).toMatchObject({ problem: "encoding", name: "alt.csv" });
    hook.now().readAs({ encoding: "windows-1252" });
    await until(() => hook.now().state.phase === "read");
    hook.now().readAs({ delimiter: "|" });
    await until(() => fileNow()?.delimiter === "|");
    expect(fileNow()?.encoding).toBe("windows-1252");
  });
});

describe("an import", () => {
  const keysOf = (asked: readonly Asked[]) => asked.map(({ headers }) => headers.get("idempotency-key"));
  const result = {
    imported: 1,
    updated: 0,
    bad: 0,
    badRows: [],
    problems: [],
    moreProblems: 0,
    categories: { all: 1, new: 0 },
  };

  const start = async (answer: Parameters<typeof fakeService>[0][string], changes: Partial<CsvFile> = {}) => {
    const file = { ...(await parse("name;category\nRex;Dog\n")), ...changes };
    const notices = shownNotices();
    const onDone = vi.fn<() => void>();
    const asked = fakeService({ "POST /v1/pets/import": answer });
    const hook = await runHook(() => [useCheck(file, () => undefined), useImport(file, onDone)] as const);
    return { check: () => hook.now()[0], write: () => hook.now()[1], notices, onDone, asked };
  };

  it("is checked with the settings with which it was read, and nothing is written", async () => {
    const { check, asked, notices } = await start(() => ({ body: { ...result, pets: [] } }));
    check().mutation.mutate(settings);
    await until(() => check().mutation.isSuccess);
    expect(asked.map(({ query, body }) => [query.get("dryRun"), body])).toEqual([
      ["true", { ...settings, delimiter: "semicolon", headerLine: 1, csv: "name;category\nRex;Dog\n" }],
    ]);
    expect(titlesOf(notices)).toEqual([]);
  });

  it("is announced when it ends, and refreshes all lists", async () => {
    const refresh = watchRefresh();
    const { write, onDone, asked, notices } = await start(() => ({ status: 201, body: result }));
    write().mutation.mutate({ ...settings, skipBad: true });
    await until(() => onDone.mock.calls.length === 1);
    expect([asked[0]?.query.get("dryRun"), refresh(), titlesOf(notices).length]).toEqual([null, 1, 1]);
    expect(asked[0]?.body).toMatchObject({ skipBad: true });
  });

  it("keeps its key until the service answers, and gets a new key for other settings", async () => {
    const lost = () => {
      throw new Error("The answer is lost.");
    };
    const { write, asked } = await start(
      inTurn(
        lost,
        lost,
        () => refusal(400, "validation_error"),
        () => ({ status: 201, body: result }),
      ),
    );
    const send = async (given: object = {}) => {
      const before = asked.length;
      write().mutation.mutate({ ...settings, ...given });
      await until(() => asked.length > before && !write().mutation.isPending);
    };
    await send();
    await send();
    await send({ skipBad: true });
    await send({ skipBad: true });
    const [first, second, third, fourth] = keysOf(asked);
    expect(second).toBe(first);
    expect(new Set([first, third, fourth]).size).toBe(3);
  });

  it("keeps its key while it waits for another import, or for its own first request", async () => {
    const soon = { "retry-after": "0.001" };
    const { write, asked } = await start(
      inTurn(
        () => refusal(409, "idempotency_key_in_use", soon),
        () => refusal(429, "rate_limited", soon),
        () => ({ status: 201, body: result }),
      ),
    );
    write().mutation.mutate(settings);
    await until(() => write().mutation.isSuccess);
    expect([asked.length, new Set(keysOf(asked)).size]).toEqual([3, 1]);
  });

  it("waits while another one runs, and can be cancelled", async () => {
    const { write, asked, onDone } = await start(
      inTurn(
        () => refusal(503, "service_unavailable", { "retry-after": "30" }),
        () => ({ status: 201, body: result }),
      ),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    write().mutation.mutate(settings);
    await until(() => write().isWaiting);
    write().stopWaiting();
    await until(() => !write().mutation.isPending);
    // By this time the request would have been sent again automatically.
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await until(() => queryClient.isMutating() === 0);
    expect([asked.length, onDone.mock.calls.length]).toEqual([1, 0]);
    write().mutation.mutate(settings);
    await until(() => onDone.mock.calls.length === 1);
  });

  it.each([
    ["another failure", () => refusal(500, "internal_error")],
    ["a refusal that lasts", () => refusal(503, "service_unavailable", { "retry-after": "61" })],
  ])("does not wait after %s", async (_, answer) => {
    const { write, asked } = await start(answer);
    write().mutation.mutate(settings);
    await until(() => write().mutation.isError);
    expect(asked).toHaveLength(1);
  });

  it("is not sent if it is too large, with each line break counted twice", async () => {
    const text = "aaa\n".repeat(MAX_IMPORT_BYTES / 5);
    const { write, asked } = await start(silence, { delimiter: ",", text });
    write().mutation.mutate(settings);
    await until(() => write().mutation.isError);
    expect([asked.length, write().mutation.error]).toEqual([0, expect.objectContaining({ code: "payload_too_large" })]);
  });
});

beforeEach(() => void vi.stubGlobal("localStorage", { setItem: () => undefined, getItem: () => null }));
afterEach(() => void vi.unstubAllGlobals());
