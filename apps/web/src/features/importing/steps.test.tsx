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
import { SelectField, TextField } from "../../components/field";
import { NativeSelect } from "../../components/native-select";
import { EmptyState, InlineError } from "../../components/states";
import { attributesQuery } from "../../lib/pets/attributes";
import { queryClient } from "../../lib/service/query-client";
import { undoLast } from "../../lib/history/undo";
import { t } from "../../texts";
import { importing } from "../../texts/importing";
import { CheckResult } from "./check-result";
import { ColumnList } from "./column-list";
import { ColumnRow, placeOptions } from "./column-row";
import { FileDrop } from "./file-drop";
import { FileSummary } from "./file-summary";
import { ImportedBefore } from "./imported-before";
import { Formats } from "./formats";
import { ImportFile } from "./import-file";
import { ImportPage } from "./import-page";
import { NewField, proposedField } from "./new-field";
import { chosenTwice, placesOf } from "./places";
import { type CsvFile, isProblem, readFile } from "./read-file";
import { firstMapping } from "./remembered-mappings";
import { SaveMapping } from "./save-mapping";
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
  unknownColumns: [],
  values: [],
  changes: { values: 0, pets: 0, first: [] },
  table: { headerLine: 1, columns: ["name"], delimiter: "comma" as const, workbook: null },
  rows: imported + updated + bad,
  categories: {
    all: 1,
    new: 0,
  },
});

describe("rows with problems", () => {
  it("are saved in a file whose name is in the language of the page", async () => {
    const spy = vi.spyOn(texts, "problemsFile").mockImplementation((name) => `${name}-probleme.csv`);
    onTestFinished(() => spy.mockRestore());
    const file = await parse("name\n,x\n", "May.2.csv");
    const given = { file, result: resultOf(), attributes: [], children: null };
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
      press(texts.defineAndCheck(0, 0));
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
    const { mapping, onChange } = steps.get(ColumnList).context;
    await check();
    await skip();
    add();
    await until(() => steps.has(InlineError));
    onChange({ ...mapping, places: { kind: "", a: "category" } });
    await until(() => !steps.has("CheckResult"));
    expect(steps.get(ColumnList).context.places.get("a")).toEqual({ place: "category" });
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

  it("store each choice at once, and the columns of a file when it is checked", async () => {
    const { file, steps } = await start("name,kind,c\nRex,Dog,\n", checked());
    const { mapping, onChange } = steps.get(ColumnList).context;
    expect(firstMapping(file).isRemembered).toBe(false);
    onChange({ ...mapping, places: { c: "status" } });
    expect(firstMapping(file)).toMatchObject({ isRemembered: true, mapping: { places: { c: "status" } } });
    const other = await start("name,kind,cc\nRex,Dog,\n", checked());
    await other.check();
    expect(firstMapping(other.file).isRemembered).toBe(true);
  });

  it("keep the meanings of values when columns change, and offer the mapping as a file", async () => {
    const values = [{ column: "kind", attribute: null, hasMore: false, values: [] }];
    const { steps, check } = await start("name,kind,z\nRex,Dog,\n", () => ({ body: { ...resultOf(), values } }));
    expect([steps.get(ColumnList).context.imported, steps.has(SaveMapping)]).toEqual([[], false]);
    await check();
    expect(steps.get(SaveMapping).settings.columns).toEqual({ name: "name", category: "kind" });
    const { mapping, onChange } = steps.get(ColumnList).context;
    onChange({ ...mapping, dates: "dmy" });
    await until(() => !steps.has("CheckResult"));
    expect(steps.get(ColumnList).context.imported).toEqual(values);
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
    expect(steps.get(ColumnList).context.isLocked).toBe(true);
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

  it("update animals only if the person chooses that, and say how many", async () => {
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
    const fields = [attributeOf({ name: "born", type: "date" }), attributeOf({ name: "price", type: "number" })];
    const onChange = vi.fn<(mapping: object) => void>();
    const given = { mapping: { places: {}, statuses: {} }, isLocked: false, onChange };
    const offered = async (known: typeof fields) =>
      (await draw(Formats, { ...given, fields: known })).every(SelectField);
    expect((await offered([])).map(({ name }) => name)).toEqual([]);
    const both = await offered(fields);
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

describe("the columns of a file", () => {
  const start = async (text: string, places: Record<string, string> = {}, changes: object = {}) => {
    const file = await parse(text);
    const attributes = [attributeOf({ name: "breed", label: "Breed", type: "text" })];
    const mapping = { places, statuses: {} };
    const onChange = vi.fn<(mapping: { readonly places: object }) => void>();
    const placed = placesOf(file, mapping, attributes);
    const given = { file, mapping, places: placed, attributes, product: undefined, refused: undefined };
    const found = { twice: chosenTwice(placed), imported: [], proposals: [], isLocked: false };
    return { ...given, ...found, onChange, ...changes };
  };
  const list = async (context: Awaited<ReturnType<typeof start>>) =>
    draw(ColumnList, { context, first: { isRemembered: false }, missing: [] });
  type LeftOut = { readonly columns: readonly string[]; readonly context: typeof ColumnRow };
  type Shown = { readonly label: string; readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void };

  it("are shown with some of their values, and the ignored columns are listed below", async () => {
    const context = await start("Tiername,kind,x1,x2,x3,x4\nRex,Dog,1,2,3,4\nMax,Dog,5,6,7,8\n");
    const drawn = await list(context);
    expect(drawn.every(ColumnRow).map(({ column }) => column)).toEqual(["Tiername", "kind"]);
    expect(drawn.get<Shown>("Disclosure")).toMatchObject({ label: texts.leftOut(4), isOpen: false });
    expect(drawn.get<LeftOut>("LeftOutColumns").columns).toEqual(["x1", "x2", "x3", "x4"]);
    const row = textOf(<ColumnRow column="Tiername" context={context} />);
    expect([row.startsWith("Tiername Rex · Max"), row.includes(texts.reasons.word)]).toEqual([true, true]);
  });

  it("stay where they are while a person changes their places, until the list is closed", async () => {
    const context = await start("name,kind,x1,x2,x3,x4\nRex,Dog,1,2,3,4\n");
    let current = context;
    const Probe = () => ColumnList({ context: current, first: { isRemembered: false }, missing: [] });
    const drawn = await draw(Probe, {});
    const places = { x1: "status", kind: "" };
    current = { ...context, mapping: { places, statuses: {} }, places: placesOf(context.file, { places }, []) };
    drawn.rerender();
    const used = () => drawn.every(ColumnRow).map(({ column }) => column);
    await until(() => drawn.get<Shown>("Disclosure").label === texts.leftOut(3));
    expect(used()).toEqual(["name", "kind"]);
    drawn.get<Shown>("Disclosure").onOpenChange(false);
    await until(() => used().length === 2 && used()[1] === "x1");
    expect(drawn.get<Shown>("Disclosure").label).toBe(texts.leftOut(4));
  });

  it("are all shown at once if the names are not known, and some at a time if there are many", async () => {
    const header = Array.from({ length: 1_000 }, (_, at) => `c${at}`);
    const context = await start(`${header.join(",")}\n1\n`);
    const drawn = await list(context);
    expect(drawn.get<Shown>("Disclosure").isOpen).toBe(true);
    const left = await drawn.part("LeftOutColumns");
    expect(left.every(ColumnRow)).toHaveLength(50);
    left.get(Button).onClick?.(undefined as never);
    await until(() => left.every(ColumnRow).length === 100);
    left.get<{ onChange: (text: string) => void }>("SearchField").onChange("C99");
    await until(() => left.every(ColumnRow).length === 11);
  });

  it("name each other if both go to the same field", async () => {
    const context = await start("name,x\nRex,Dog\n", { x: "name" });
    for (const [column, other] of [
      ["name", "x"],
      ["x", "name"],
    ] as const) {
      const row = await draw(ColumnRow, { column, context });
      expect(row.get(NativeSelect)).toMatchObject({ "aria-invalid": true });
      expect(textOf(<ColumnRow column={column} context={context} />)).toContain(texts.chosenTwice("Name", [other]));
    }
  });

  it("can go to every field that is not archived, to a new one, or nowhere", async () => {
    const context = await start("name,x\nRex,Dog\n");
    const row = await draw(ColumnRow, { column: "x", context });
    const { options, onValueChange } = row.get(NativeSelect);
    expect(options.map(({ value }) => value)).toEqual([
      ...["", "name", "category", "status", "externalId", "attributes.breed", "new"],
    ]);
    onValueChange?.("attributes.breed");
    expect(context.onChange.mock.lastCall?.[0].places).toEqual({ x: "attributes.breed" });
    const full = Array.from({ length: MAX_ATTRIBUTES }, (_, id) => attributeOf({ id, isArchived: true }));
    expect(placeOptions(full, "x", "").map(({ value }) => value)).not.toContain("new");
    // The service reads this column whatever the person chose.
    expect(placeOptions([], "externalId", "").map(({ value }) => value)).not.toContain("");
  });
});

describe("a field for a column", () => {
  const start = async (proposal?: object) => {
    const file = await parse("name,coat\nRex,long\nMax,short\n");
    const onChange = vi.fn<(field: ReturnType<typeof proposedField>) => void>();
    const field = proposedField("coat", proposal as never);
    const given = { file, field, proposal: proposal as never, error: undefined, isLocked: false, onChange };
    return { drawn: await draw(NewField, given), onChange };
  };
  const choice = {
    column: "coat",
    attribute: {
      name: "coat",
      label: "Coat",
      type: "choice",
      decimals: null,
      options: [{ value: "l", label: "long" }],
    },
    reason: { rows: 10, values: 5 },
  };

  it("is a text field unless the check proposes another type, and can be a choice of the values", async () => {
    const { drawn, onChange } = await start();
    expect(drawn.get(SelectField)).toMatchObject({ value: "text" });
    drawn.get(SelectField).onValueChange?.("choice");
    expect(onChange.mock.lastCall?.[0]).toMatchObject({
      type: "choice",
      options: [
        { value: "long", label: "long" },
        { value: "short", label: "short" },
      ],
    });
    drawn.get(SelectField).onValueChange?.("number");
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ type: "number", decimals: 2, options: [] });
    drawn.get(TextField, { name: "coat.label" }).onValueChange?.("Fur", undefined as never);
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ label: "Fur", name: "coat" });
  });

  it("says why the check proposed a choice, and can be a text instead", async () => {
    const { drawn, onChange } = await start(choice);
    expect(drawn.get(SelectField)).toMatchObject({ value: "choice", help: texts.newFields.reason("long", 5, 10) });
    drawn.get(SelectField).onValueChange?.("text");
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ type: "text", options: [] });
  });
});

describe("what an import needs first", () => {
  const start = async (
    mapping: { places: object; values?: object; newFields?: object },
    ...answers: readonly Handler[]
  ) => {
    // Each test has a header of its own, because the choices for a header are remembered.
    const file = await parse(`name,kind,coat,size,sex,${crypto.randomUUID()}\nRex,Dog,Curly,L,Kater\n`);
    const sex = attributeOf({
      id: 4,
      name: "sex",
      label: "Sex",
      type: "choice",
      options: [{ value: "male", label: "Male" }],
    });
    const known = [sex];
    const asked = fakeService({
      "POST /v1/attributes": inTurn(...answers, ({ body }) => ({ status: 201, body })),
      "GET /v1/attributes": () => ({ body: known }),
      "GET /v1/attributes/4": () => ({ body: sex, headers: { etag: '"7"' } }),
      "PATCH /v1/attributes/4": ({ body }) => ({ body: { ...sex, ...(body as object) } }),
      "GET /v1/history": () => ({ body: [] }),
      "POST /v1/pets/import": () => ({ body: resultOf({ bad: 0 }) }),
    });
    const notices = shownNotices();
    queryClient.setQueryData(attributesQuery.queryKey, known);
    const steps = await draw(ImportFile, { file, onReading: ignore, onReset: ignore, onDone: ignore });
    const context = () => steps.get(ColumnList).context;
    context().onChange({ ...context().mapping, ...mapping } as never);
    await until(() => steps.get(ColumnList).context.mapping.places === mapping.places);
    const press = (...count: Parameters<typeof texts.defineAndCheck>) =>
      steps.get(Button, { children: texts.defineAndCheck(...count) }).onClick?.(undefined as never);
    const sent = (line: string) => asked.filter((one) => one.line.startsWith(line));
    return { steps, context, press, sent, notices, known };
  };
  const created: Handler = ({ body }) => ({ status: 201, body: attributeOf({ id: 9, ...(body as object) }) });
  const field = (column: string, changes: object = {}) => ({
    [column]: { column, name: column, label: column, type: "text", decimals: null, options: [], ...changes },
  });

  it("is defined before the check, in the order of the file and after all other fields", async () => {
    const newFields = field("coat", { label: "Coat of hair ", name: "hair" });
    const { steps, context, press, sent, notices, known } = await start(
      { places: { coat: "new", size: "new", sex: "" }, newFields },
      ...[created, created],
    );
    press(2, 0);
    await until(() => sent("POST /v1/attributes").length === 2);
    known.push(attributeOf({ id: 9, name: "hair" }), attributeOf({ id: 10, name: "size" }));
    await until(() => steps.has("CheckResult"));
    const [hair, size] = sent("POST /v1/attributes").map(({ body }) => body as { position: number });
    expect(hair).toMatchObject({ name: "hair", label: "Coat of hair", type: "text", isPublic: false });
    expect(size).toMatchObject({ name: "size", label: "size", position: (hair?.position ?? 0) + 1 });
    expect(sent("POST /v1/pets/import")[0]?.body).toMatchObject({ attributeColumns: { sex: "" } });
    expect(context().mapping.places).toMatchObject({ coat: "attributes.hair", size: "attributes.size" });
    expect(titlesOf(notices)).toEqual([texts.newFields.added(2)]);
  });

  it("stays defined if a later field is refused, and the page shows why", async () => {
    const { steps, context, press, sent, notices } = await start(
      { places: { coat: "new", size: "new", sex: "" } },
      created,
      () => refusal(409, "conflict"),
      created,
    );
    const refreshed = watchRefresh();
    press(2, 0);
    await until(() => context().refused?.column === "size");
    await until(() => refreshed() === 1);
    expect([context().mapping.places, titlesOf(notices)]).toEqual([
      { coat: "attributes.coat", size: "new", sex: "" },
      [texts.newFields.added(1)],
    ]);
    context().onChange({ ...context().mapping, newFields: field("size", { name: "size_2" }) });
    await until(() => context().mapping.newFields?.["size"]?.name === "size_2");
    press(1, 0);
    await until(() => steps.has("CheckResult"));
    expect(sent("POST /v1/attributes").map(({ body }) => (body as { name: string }).name)).toEqual([
      ...["coat", "size", "size_2"],
    ]);
  });

  it("keeps the key of a field until the service answers", async () => {
    const lost = () => {
      throw new Error("The answer is lost.");
    };
    const { answer, release } = held(() => refusal(400, "invalid_request"));
    const { steps, context, press, sent, notices } = await start(
      { places: { coat: "new", sex: "" } },
      lost,
      answer,
      created,
    );
    const failed = () => context().refused !== undefined && !context().isLocked;
    press(1, 0);
    await until(failed);
    press(1, 0);
    await until(() => context().refused === undefined && sent("POST /v1/attributes").length === 2);
    expect(context().isLocked).toBe(true);
    undoLast();
    expect(titlesOf(notices)).toEqual([t.undo.saving]);
    release();
    await until(failed);
    press(1, 0);
    await until(() => steps.has("CheckResult"));
    const [first, second, third] = sent("POST /v1/attributes").map(({ headers }) => headers.get("idempotency-key"));
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it("includes options that a field lacks, which are added to its existing ones", async () => {
    const { steps, press, sent, notices } = await start({
      places: { coat: "", size: "" },
      values: { sex: { Kater: { sex: "kater" } } },
    });
    press(0, 1);
    await until(() => steps.has("CheckResult"));
    const [change] = sent("PATCH /v1/attributes/4");
    expect([change?.body, change?.headers.get("if-match")]).toEqual([
      {
        options: [
          { value: "male", label: "Male" },
          { value: "kater", label: "Kater" },
        ],
      },
      '"7"',
    ]);
    expect(sent("POST /v1/pets/import")[0]?.body).toMatchObject({ valueMaps: { sex: { Kater: { sex: "kater" } } } });
    expect(titlesOf(notices)).toEqual([texts.newFields.optionsAdded(1)]);
  });

  it("is needed again after Undo has removed the new fields", async () => {
    const { steps, press, sent, notices } = await start(
      { places: { coat: "new", size: "new", sex: "" } },
      created,
      created,
    );
    watchRefresh();
    press(2, 0);
    await until(() => steps.has("CheckResult") && queryClient.isMutating() === 0);
    const keys = sent("POST /v1/attributes").map(actionKeyOf);
    const undone = fakeService(undoes({ done: 2, total: 2 }));
    undoLast();
    await until(() => titlesOf(notices).includes(texts.newFields.undone(2)));
    expect(keys).toEqual([undoIn(undone).key, undoIn(undone).key]);
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

  it("is no longer highlighted after the file is dropped", async () => {
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

  it("starts again when the file is read in another way, and after an import", async () => {
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
