import { afterEach, describe, expect, it, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { actAs } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { Button } from "../../components/button";
import { TextAreaField } from "../../components/field";
import { importing } from "../../texts/importing";
import { PasteRows } from "./paste-rows";

const rows = "name\tkind\nRex, the dog\tDog\n";
const texts = importing.paste;

afterEach(() => vi.unstubAllGlobals());

const start = async () => {
  actAs("manager");
  let heard: ((event: object) => void) | undefined;
  const field = { closest: () => field };
  vi.stubGlobal("Element", { [Symbol.hasInstance]: (one: unknown) => one === field });
  const onChoose = vi.fn<(file: File) => void>();
  const Probe = () => {
    Object.assign(window, {
      addEventListener: (name: string, listener: (event: object) => void) => {
        if (name === "paste") heard = listener;
      },
      removeEventListener: (name: string) => {
        if (name === "paste") heard = undefined;
      },
    });
    return PasteRows({ onChoose });
  };
  const box = await draw(Probe, {});
  await until(() => heard !== undefined);
  const paste = (text: string, given: { files?: File[]; target?: object } = {}) => {
    const { files = [], target = null } = given;
    const preventDefault = vi.fn<() => void>();
    heard?.({ clipboardData: { files, getData: () => text }, target, preventDefault });
    return preventDefault.mock.calls.length === 1;
  };
  return { box, paste, field, onChoose, isListening: () => heard !== undefined };
};

describe("rows from a sheet", () => {
  it("are read as a file whose name is the present time", async () => {
    const { box, onChoose } = await start();
    const button = () => box.get(Button, { children: texts.read });
    expect(button().disabled).toBe(true);
    box.get<{ onValueChange: (text: string) => void }>(TextAreaField as never).onValueChange(rows);
    await until(() => button().disabled === false);
    button().onClick?.(undefined as never);
    const [file] = onChoose.mock.calls[0] ?? [];
    expect(await file?.text()).toBe(rows);
    expect(file?.name).toMatch(/^Pasted \d{4}-\d\d-\d\d \d\d:\d\d$/);
    // The rows are kept for a reload until they are imported.
    const again = (await start()).box;
    const field = () => again.get<{ value: string; onValueChange: (text: string) => void }>(TextAreaField as never);
    expect(field().value).toBe(rows);
    field().onValueChange("");
    await until(() => field().value === "");
  });

  it("are read when they are pasted anywhere except in a field", async () => {
    const { box, paste, field, onChoose, isListening } = await start();
    expect([paste(rows), paste(rows, { target: field }), paste(" ")]).toEqual([true, false, false]);
    expect(onChoose).toHaveBeenCalledTimes(1);
    box.unmount();
    await until(() => !isListening());
  });

  it("are read rather than a picture of them, but a copied file is read as a file", async () => {
    const { paste, onChoose } = await start();
    const files = [new File(["x"], "a.xlsx")];
    paste("", { files });
    paste(rows, { files });
    expect(onChoose.mock.calls.map(([file]) => file.name)).toEqual(["a.xlsx", expect.stringMatching(/^Pasted/)]);
  });
});
