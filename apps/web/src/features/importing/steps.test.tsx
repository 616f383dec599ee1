import { MAX_ATTRIBUTES } from "@petstore/contract/schemas";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { attributeOf } from "../../../test/support/examples";
import { actAs, fakeService, type Handler, held, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, settled, until, watchRefresh } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { actionKeyOf, undoes, undoIn } from "../../../test/support/undos";
import { textOf } from "../../../test/support/markup";
import { savedFiles } from "../../../test/support/saved-files";
import { Button } from "../../components/button";
import { NativeSelect, SelectField } from "../../components/field";
import { EmptyState, InlineError } from "../../components/states";
import { attributesQuery } from "../../lib/pets/attributes";
import { queryClient } from "../../lib/service/query-client";
import { undoLast } from "../../lib/history/undo";
import { t } from "../../texts";
import { importing } from "../../texts/importing";
import { CheckResult } from "./check-result";
import { ColumnMapping } from "./column-mapping";
import { FileDrop } from "./file-drop";
import { FileSummary } from "./file-summary";
import { ImportedBefore } from "./imported-before";
import { ImportFile } from "./import-file";
import { ImportPage } from "./import-page";
import { NewFields } from "./new-fields";
import { type CsvFile, isProblem, readFile } from "./read-file";
import { firstMapping } from "./remembered-mappings";
import { StatusMapping } from "./status-mapping";
import { useCsvFile } from "./use-csv-file";

const ignore = () => undefined;
const texts = importing;

const parse = async (text: string, name = "pets.csv") => {
  const file = await readFile(new File([text], name), {}, new AbortController().signal);
  if (isProblem(file)) throw new Error(file);
  return file;
};

afterEach(() => vi.unstubAllGlobals());

type Bad = { readonly imported?: number; readonly updated?: number; readonly bad?: number };
const resultOf = ({ imported = 2, updated = 0, bad = 1 }: Bad = {}) => ({
  imported,
  updated,
  bad,
  badRows: [],
  problems: [],
  moreProblems: 0,
  pets: [],
  values: [],
  unknownColumns: [],
  table: { headerLine: 1, columns: ["name"], delimiter: "comma" as const, workbook: null },
  rows: imported + updated + bad,
  categories: {
    all: 1,
    new: 0,
  },
});

describe("rows with problems", () => {
  it("are saved in a file with a name in the language of the page", async () => {
    const spy = vi.spyOn(texts, "problemsFile").mockImplementation((name) => `${name}-probleme.csv`);
    onTestFinished(() => spy.mockRestore());
    const file = await parse("name\n,x\n", "May.2.csv");
    const given = { file, result: resultOf(), attributes: [], newFields: null, children: null };
    const problems = await (await draw(CheckResult, given)).part("Problems");
    const saved = savedFiles();
    problems.get(Button).onClick?.(undefined as never);
    await until(() => saved.length === 1);
    expect(saved).toEqual(["May.2-probleme.csv"]);
  });
});

describe("the steps of an import", () => {
  const start = async (text: string, ...answers: readonly Handler[]) => {
    const file = await parse(text);
    const asked = fakeService({
      "POST /v1/pets/import": inTurn(...answers),
      "GET /v1/history": () => ({ body: [] }),
      "GET /v1/attributes": () => ({ body: [] }),
    });
    const onDone = vi.fn<() => void>();
    const steps = await draw(ImportFile, { file, onReading: ignore, onReset: ignore, onDone });
    const press = (children: unknown) => steps.get(Button, { children } as never).onClick?.(undefined as never);
    const check = async () => {
      press(texts.check);
      await until(() => steps.has("CheckResult"));
    };
    const box = () =>
      steps.get<{ isChecked: boolean; onChange: (isChecked: boolean) => void }>("CheckChoice", {
        label: texts.skipBad(1),
      } as never);
    const skip = async () => {
      box().onChange(true);
      await until(() => box().isChecked);
    };
    const add = () => press(texts.start(2, 0));
    const sent = () => asked.filter(({ line, query }) => line.startsWith("POST") && !query.has("dryRun"));
    return { file, steps, asked, press, check, skip, add, sent, onDone };
  };
  const checked = (given?: Bad) => () => ({ body: resultOf(given) });

  it("hide results and failures after the columns change", async () => {
    const { steps, check, skip, add } = await start(
      "name,kind,a\nRex,Dog,\n",
      checked(),
      () => refusal(409, "conflict"),
      checked(),
    );
    const { mapping } = steps.get(ColumnMapping);
    await check();
    await skip();
    add();
    await until(() => steps.has(InlineError));
    steps.get(ColumnMapping).onChange({ ...mapping, columns: { ...mapping.columns, category: "a" } });
    await until(() => !steps.has("CheckResult"));
    expect(steps.get(ColumnMapping).mapping.columns.category).toBe("a");
    await check();
    expect(steps.has(InlineError)).toBe(false);
  });

  it("hide a failure when the file is checked again", async () => {
    const { steps, press, check, skip, add } = await start(
      "name,kind,b\nRex,Dog,\n",
      checked(),
      () => refusal(409, "conflict"),
      checked(),
    );
    await check();
    await skip();
    add();
    await until(() => steps.has(InlineError));
    press(texts.checkAgain);
    await until(() => !steps.has(InlineError));
    await until(() => steps.has("CheckResult"));
    expect(steps.has(InlineError)).toBe(false);
  });

  it("remember the columns of a file after its check", async () => {
    const { file, check } = await start("name,kind,c\nRex,Dog,\n", checked());
    expect(firstMapping(file).isRemembered).toBe(false);
    await check();
    expect(firstMapping(file).isRemembered).toBe(true);
  });

  it("lock the file while they run, and a retry skips the same rows", async () => {
    const { answer, release } = held(() => refusal(500, "internal_error"));
    const { steps, check, skip, add, sent, onDone } = await start(
      "name,kind,d\nRex,Dog,\n",
      checked(),
      answer,
      checked(),
    );
    await check();
    await skip();
    expect(steps.get(FileSummary).isLocked).toBe(false);
    add();
    await until(() => steps.get(FileSummary).isLocked);
    expect(steps.get(ColumnMapping).isLocked).toBe(true);
    release();
    await until(() => steps.has(InlineError));
    // A field that somebody adds after the check must not change the request.
    queryClient.setQueryData(attributesQuery.queryKey, [attributeOf({ id: 99, name: "kennel" })]);
    await settled();
    steps.get(InlineError).onRetry?.();
    await until(() => onDone.mock.calls.length === 1);
    expect(sent().map(({ body }) => (body as { skipBad: boolean }).skipBad)).toEqual([true, true]);
    expect(new Set(sent().map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it("update animals only if the person chooses it, and say how many", async () => {
    const { steps, asked, press, check } = await start(
      "name,kind,externalId\nRex,Dog,A-1\n",
      checked({ bad: 0 }),
      checked({ imported: 0, updated: 2, bad: 0 }),
      checked({ imported: 0, updated: 2, bad: 0 }),
    );
    await check();
    const choice = () =>
      steps.get<{ onChange: (isChecked: boolean) => void }>("CheckChoice", { label: texts.update } as never);
    choice().onChange(true);
    await until(() => !steps.has("CheckResult"));
    await check();
    press("Change 2 animals");
    await until(() => asked.filter(({ line }) => line.startsWith("POST")).length === 3);
    const bodies = asked.filter(({ line }) => line.startsWith("POST")).map(({ body }) => body as { update?: boolean });
    expect(bodies.map(({ update }) => update)).toEqual([undefined, true, true]);
  });

  it("offer the separator, the encoding and the header of a text, or a workbook's sheets", async () => {
    const onReading = vi.fn<(how: object) => void>();
    const given = { isLocked: false, onReading, onReset: ignore };
    const choicesOf = async (file: CsvFile) => (await draw(FileSummary, { ...given, file })).every<Choice>("Choice");
    type Choice = { label: string; value: string; options: object[]; onChange: (value: string) => void };
    const file = await parse("Title\n\na|b|c|d\n1|2\n");
    const text = await choicesOf(file);
    const hidden = { hiddenRows: 0, hiddenSheets: ["Three"], isSkippingHidden: false };
    const workbook = await choicesOf({ ...file, workbook: { sheets: ["One", "Two"], sheet: "Two", ...hidden } });
    for (const choice of [...text, ...workbook]) choice.onChange(choice.value);
    text[0]?.onChange("x");
    expect(text.map(({ label }) => label)).toEqual([texts.delimiter, texts.encoding, texts.headerLine]);
    expect(text[2]?.options).toMatchObject([{ label: "1: Title" }, { label: "3: a, b, c" }, { label: "4: 1, 2" }]);
    const header = { headerLine: 3 };
    expect(onReading.mock.calls).toEqual(
      [{ delimiter: "|" }, { encoding: "utf-8" }, header, { sheet: "Two" }, header].map((how) => [how]),
    );
  });

  it("offer the ways to write dates and numbers if the file has columns of them", async () => {
    const file = await parse("name,category,born,price\nRex,Dog,1/2/2024,4\n");
    const attributes = [attributeOf({ name: "born", type: "date" }), attributeOf({ name: "price", type: "number" })];
    const onChange = vi.fn<(mapping: object) => void>();
    const first = { isRemembered: false };
    const offered = async (known: typeof attributes) => {
      const { mapping } = firstMapping(file);
      const drawn = await draw(ColumnMapping, { file, mapping, attributes: known, first, isLocked: false, onChange });
      return drawn.has("Formats") ? (await drawn.part("Formats")).every(SelectField) : [];
    };
    expect((await offered([])).map(({ name }) => name)).toEqual([]);
    const both = await offered(attributes);
    expect(both.map(({ name }) => name)).toEqual(["dates", "decimal"]);
    both[0]?.onValueChange?.("dmy");
    both[1]?.onValueChange?.("");
    expect(onChange.mock.calls).toMatchObject([[{ dates: "dmy" }], [{ decimal: undefined }]]);
  });

  it("say what is hidden in a workbook, and can leave it out", async () => {
    const onReading = vi.fn<(how: object) => void>();
    const workbook = { sheets: ["One"], sheet: "One", hiddenRows: 2, hiddenSheets: ["Lists"], isSkippingHidden: false };
    const file = { ...(await parse("a|b\n1|2\n")), workbook };
    const summary = await draw(FileSummary, { file, isLocked: false, onReading, onReset: ignore });
    const shown = textOf(<FileSummary file={file} isLocked={false} onReading={onReading} onReset={ignore} />);
    expect(shown).toContain(texts.hiddenRows(2, false));
    expect(shown).toContain(texts.hiddenSheets(["Lists"]));
    const hidden = await summary.part("Hidden");
    hidden.get<{ onChange: (isChecked: boolean) => void }>("CheckChoice").onChange(true);
    expect(onReading.mock.calls).toEqual([[{ isSkippingHidden: true }]]);
  });

  it("offer to skip bad rows only if valid rows remain", async () => {
    const { steps, check } = await start("name,kind,e\nRex,Dog,\n", checked({ imported: 0, bad: 3 }));
    await check();
    expect(steps.has("CheckChoice")).toBe(false);
    expect(steps.every(Button, { variant: "primary" }).at(-1)?.disabled).toBe(true);
  });
});

describe("columns without a field", () => {
  const proposed = (column: string) => ({
    column,
    attribute: { name: column.toLowerCase(), label: column, type: "text" as const, decimals: null, options: [] },
  });
  const start = async (...answers: readonly Handler[]) => {
    const asked = fakeService({
      "POST /v1/attributes": inTurn(...answers),
      "GET /v1/attributes": () => ({ body: [{ name: "coat" }, { name: "size" }] }),
    });
    const notices = shownNotices();
    const onCreated = vi.fn<(columns: object, known: readonly object[]) => void>();
    const unknown = [proposed("Coat"), proposed("Size"), proposed("Other")];
    const list = await draw(NewFields, { unknown, attributes: [], isLocked: false, onCreated });
    type Row = { one: { column: string }; isLocked: boolean; error: unknown; chosen: object | undefined } & {
      onChange: (next: object | undefined) => void;
    };
    const rowOf = (column: string) => {
      const row = list.every<Row>("NewFieldRow").find(({ one }) => one.column === column);
      if (row === undefined) throw new Error(`There is no ${column}.`);
      return row;
    };
    const choose = async (column: string, changes: object = {}) => {
      const next = { column, ...proposed(column).attribute, ...changes };
      rowOf(column).onChange(next);
      await until(() => rowOf(column).chosen === next);
    };
    const add = () => list.get(Button).onClick?.(undefined as never);
    const sent = () => asked.filter(({ line }) => line.startsWith("POST"));
    return { list, notices, onCreated, rowOf, choose, add, sent };
  };
  const created = ({ body }: { body: unknown }) => ({ status: 201, body: { id: 9, ...(body as object) } });

  it("get the chosen fields, as edited, after all others", async () => {
    const { onCreated, choose, add, sent, notices } = await start(created);
    queryClient.setQueryData(attributesQuery.queryKey, []);
    await choose("Coat", { label: "Coat of hair ", name: "hair" });
    await choose("Size");
    add();
    await until(() => onCreated.mock.calls.length === 1);
    expect(sent().map(({ body }) => body)).toMatchObject([
      { name: "hair", label: "Coat of hair", position: 10 },
      { name: "size", label: "Size", position: 11 },
    ]);
    expect(onCreated.mock.calls[0]?.[0]).toEqual({ hair: "Coat", size: "Size" });
    expect(onCreated.mock.calls[0]?.[1]).toHaveLength(2);
    expect(titlesOf(notices)).toEqual([texts.newFields.added(2)]);
  });

  it("keep fields that were added before a refusal, and show the refused", async () => {
    const { onCreated, rowOf, choose, add, sent, notices } = await start(
      created,
      () => refusal(409, "conflict"),
      created,
    );
    await choose("Coat");
    await choose("Size");
    add();
    const refreshed = watchRefresh();
    await until(() => rowOf("Size").error !== undefined);
    // The first field was defined, so the lists have to be fetched again.
    await until(() => refreshed() === 1);
    expect([rowOf("Coat").isLocked, rowOf("Size").isLocked, titlesOf(notices)]).toEqual([
      true,
      false,
      [texts.newFields.added(1)],
    ]);
    await choose("Size", { name: "size_2" });
    add();
    await until(() => onCreated.mock.calls.length === 1);
    expect(sent().map(({ body }) => (body as { name: string }).name)).toEqual(["coat", "size", "size_2"]);
    expect(onCreated.mock.calls[0]?.[0]).toEqual({ coat: "Coat", size_2: "Size" });
  });

  it("keep their key until the service answers", async () => {
    const lost = () => {
      throw new Error("The answer is lost.");
    };
    const { answer, release } = held(() => refusal(400, "invalid_request"));
    const { onCreated, rowOf, choose, add, sent, notices, list } = await start(lost, answer, created);
    queryClient.setQueryData(attributesQuery.queryKey, []);
    await choose("Coat");
    const failed = () => rowOf("Coat").error !== undefined && !rowOf("Coat").isLocked;
    add();
    await until(failed);
    add();
    await until(() => rowOf("Coat").error === undefined && sent().length === 2);
    expect([list.get(Button).isBusy, rowOf("Size").isLocked]).toEqual([true, true]);
    undoLast();
    expect(titlesOf(notices)).toEqual([t.undo.saving]);
    release();
    await until(failed);
    add();
    await until(() => onCreated.mock.calls.length === 1);
    const [first, second, third] = sent().map(({ headers }) => headers.get("idempotency-key"));
    expect([second === first, third === first]).toEqual([true, false]);
    // The fields are fetched again, because the known ones lack the two new fields.
    expect(onCreated.mock.calls[0]?.[1]).toHaveLength(2);
  });

  it("can be chosen and dropped, up to the limit of the store", async () => {
    const attributes = Array.from({ length: MAX_ATTRIBUTES - 1 }, (_, id) => attributeOf({ id }));
    fakeService({});
    const unknown = [proposed("Coat"), proposed("Size")];
    const list = await draw(NewFields, { unknown, attributes, isLocked: false, onCreated: ignore });
    type Row = { isLocked: boolean; chosen: object | undefined; onChange: (next: object | undefined) => void };
    const rows = () => list.every<Row>("NewFieldRow");
    const isDisabled = () => list.get(Button).disabled;
    const locked = () => rows().map(({ isLocked }) => isLocked);
    expect([isDisabled(), locked()]).toEqual([true, [false, false]]);
    rows()[0]?.onChange(proposed("Coat").attribute);
    await until(() => rows()[0]?.chosen !== undefined);
    expect([isDisabled(), locked()]).toEqual([false, [false, true]]);
    rows()[0]?.onChange(undefined);
    await until(() => rows()[0]?.chosen === undefined);
    expect([isDisabled(), locked()]).toEqual([true, [false, false]]);
  });

  it("are mapped in the next check, together with the earlier columns", async () => {
    const file = await parse("name,kind,Breed of dog,Coat\nRex,Dog,Collie,Curly\n", "fields.csv");
    const [breed, coat] = [attributeOf(), attributeOf({ id: 5, name: "coat", label: "Coat" })];
    const asked = fakeService({
      "POST /v1/pets/import": inTurn(
        () => ({ body: resultOf() }),
        () => refusal(400, "invalid_request"),
        () => ({ body: resultOf() }),
      ),
      "GET /v1/history": () => ({ body: [] }),
      "GET /v1/attributes": () => ({ body: [breed] }),
    });
    const steps = await draw(ImportFile, { file, onReading: ignore, onReset: ignore, onDone: ignore });
    await until(() => steps.get(ColumnMapping).attributes.length === 1);
    const { mapping, onChange } = steps.get(ColumnMapping);
    onChange({ ...mapping, attributes: { breed: "Breed of dog" } });
    await until(() => steps.get(ColumnMapping).mapping.attributes !== mapping.attributes);
    steps.get(Button, { children: texts.check }).onClick?.(undefined as never);
    await until(() => steps.has("CheckResult"));
    type Result = { newFields: React.ReactElement<Parameters<typeof NewFields>[0]> };
    steps.get<Result>("CheckResult").newFields.props.onCreated({ coat: "Coat" }, [breed, coat]);
    const columns = { breed: "Breed of dog", coat: "Coat" };
    await until(() => steps.get(ColumnMapping).mapping.attributes?.["coat"] === "Coat");
    expect(steps.get(ColumnMapping).mapping.attributes).toEqual(columns);
    await until(() => asked.filter(({ line }) => line.startsWith("POST")).length === 2);
    const sent = asked.filter(({ line }) => line.startsWith("POST")).map(({ body }) => body);
    expect(sent[1]).toMatchObject({ attributeColumns: columns });
    await until(() => steps.has(InlineError));
  });

  it("lose their fields again when Undo removes all of them", async () => {
    const { onCreated, choose, add, notices, sent } = await start(
      ...[1, 2].map(
        (id): Handler =>
          ({ body }) => ({ status: 201, body: { ...(body as object), id } }),
      ),
    );
    await choose("Coat");
    await choose("Size");
    watchRefresh();
    add();
    await until(() => onCreated.mock.calls.length === 1 && queryClient.isMutating() === 0);
    const keys = sent().map(actionKeyOf);
    const undone = fakeService(undoes({ done: 2, total: 2 }));
    undoLast();
    await until(() => titlesOf(notices).includes(texts.newFields.undone(2)));
    expect(keys).toEqual([undoIn(undone).key, undoIn(undone).key]);
  });
});

describe("the statuses of a file", () => {
  it("keep the choices for the other values", async () => {
    const file = await parse("name,kind,outcome\nRex,Dog,Gone home\nMax,Dog,Unknown\n");
    const onChange = vi.fn<(statuses: object) => void>();
    const { mapping } = firstMapping(file);
    const given = { file, mapping: { ...mapping, statuses: { Unknown: "sold" as const } }, isLocked: false, onChange };
    const statuses = await draw(StatusMapping, given);
    const [first] = statuses.every(NativeSelect);
    first?.onValueChange?.("pending");
    first?.onValueChange?.("");
    expect(onChange.mock.calls).toEqual([[{ Unknown: "sold", "Gone home": "pending" }]]);
  });
});

describe("the file box", () => {
  type Input = { readonly onChange: (event: object) => void };
  type Box = { readonly className?: string } & Readonly<Record<"onDragOver" | "onDrop", (event: object) => void>>;

  it("accepts the same file again after it was corrected", async () => {
    const onChoose = vi.fn<() => void>();
    const box = await (await draw(FileDrop, { onChoose })).part("FileButton");
    const target = { files: [new File(["a"], "a.csv")], value: "a.csv" };
    box.get<Input>("input").onChange({ target });
    expect([target.value, onChoose.mock.calls.length]).toEqual(["", 1]);
  });

  it("hides its mark when the file is dropped", async () => {
    const box = await draw(FileDrop, { onChoose: ignore });
    const drop = { preventDefault: ignore, dataTransfer: { files: [] } };
    const { className } = box.get<Box>("div");
    box.get<Box>("div").onDragOver(drop);
    await until(() => box.get<Box>("div").className !== className);
    box.get<Box>("div").onDrop(drop);
    await until(() => box.get<Box>("div").className === className);
  });

  it("prevents a file that is dropped elsewhere from replacing the page", async () => {
    const heard = new Set<string>();
    const Probe = () => {
      Object.assign(window, {
        addEventListener: (name: string) => heard.add(name),
        removeEventListener: (name: string) => heard.delete(name),
      });
      return FileDrop({ onChoose: ignore });
    };
    const box = await draw(Probe, {});
    const drops = () => ["dragover", "drop"].filter((name) => heard.has(name)).length;
    await until(() => drops() === 2);
    box.unmount();
    await until(() => drops() === 0);
  });
});

describe("an earlier import of the file", () => {
  it("is found by the file name without its folder", async () => {
    const event = (source: string) => ({
      id: 1,
      at: "2026-11-22T10:00:00.000Z",
      actor: { name: "Mara" },
      after: { source, imported: 3 },
    });
    fakeService({ "GET /v1/history": () => ({ body: [event("/srv/other.csv"), event("C:\\lists\\pets.csv")] }) });
    const before = await draw(ImportedBefore, { name: "pets.csv" });
    await until(() => before.has("Moment"));
  });
});

describe("the page of imports", () => {
  it("is for managers", async () => {
    const shown = async (role: "clerk" | "manager") => {
      actAs(role);
      const page = await draw(ImportPage, {});
      return [page.has("Journey"), page.has(EmptyState)];
    };
    expect([await shown("clerk"), await shown("manager")]).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it("starts again for another reading of the file, and after an import", async () => {
    actAs("manager");
    const journey = await (await draw(ImportPage, {})).part("Journey");
    journey.get(FileDrop).onChoose(new File(["name;kind\nRex;Dog\n"], "pets.csv"));
    await until(() => journey.has(ImportFile));
    const key = journey.keyOf(ImportFile);
    journey.get(ImportFile).onReading({ encoding: "windows-1252" });
    await until(() => journey.has(ImportFile) && journey.get(ImportFile).file.encoding === "windows-1252");
    expect(journey.keyOf(ImportFile)).not.toBe(key);
    journey.get(ImportFile).onDone(resultOf());
    await until(() => journey.has("Done"));
    journey.get<{ onAgain: () => void }>("Done").onAgain();
    await until(() => journey.has(FileDrop));
  });
});

describe("reading a file", () => {
  it.each(["reset", "unmount"] as const)("stops after %s", async (how) => {
    const hook = await runHook(useCsvFile);
    const file = new File(["name\nRex\n"], "first.csv");
    const bytes = Promise.withResolvers<ArrayBuffer>();
    vi.spyOn(file, "arrayBuffer").mockReturnValue(bytes.promise);
    const decode = vi.spyOn(AbortController.prototype, "abort");
    hook.now().choose(file);
    await until(() => hook.now().state.phase === "reading");
    const before = decode.mock.calls.length;
    if (how === "reset") hook.now().reset();
    else hook.unmount();
    await until(() => decode.mock.calls.length > before);
    bytes.resolve(new TextEncoder().encode("name\nRex\n").buffer);
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(hook.now().state.phase).not.toBe("read");
    decode.mockRestore();
  });
});
