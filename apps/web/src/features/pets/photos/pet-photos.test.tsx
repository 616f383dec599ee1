import { beforeEach, describe, expect, it, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { photoOf } from "../../../../test/support/examples";
import { actAs, fakeService, silence } from "../../../../test/support/fake-service";
import { fakeXhr } from "../../../../test/support/fake-xhr";
import { runHook, settled, until } from "../../../../test/support/hook";
import { ApiError } from "../../../lib/service/api-error";
import { IconButton } from "../../../components/button";
import { FileButton } from "../../../components/file-button";
import { Gallery } from "./gallery";
import { AddPhotos } from "./add-photos";
import { PetPhotos } from "./pet-photos";
import { UploadList } from "./upload-list";
import { dropUpload, type Upload, uploads } from "./uploads";
import { useAddedFiles } from "./use-added-files";

const fileOf = (name: string) => new File(["x"], name, { type: "text/plain" });
const names = () => uploads.get().map(({ file }) => file.name);

beforeEach(() => {
  uploads.set([]);
  actAs("clerk");
});

/** Returns the listeners of the window, beginning with the next rendering. */
const listening = () => {
  const heard = new Map<unknown, string>();
  const target = {
    addEventListener: (name: string, run: unknown) => heard.set(run, name),
    removeEventListener: (_: string, run: unknown) => heard.delete(run),
  };
  const count = (name: string) => [...heard.values()].filter((one) => one === name).length;
  const fire = (name: string, event: object) => {
    for (const [run, one] of heard) if (one === name) (run as (event: object) => void)(event);
  };
  return { count, fire, listen: () => Object.assign(window, target) };
};

describe("a paste", () => {
  it("adds its files to the animal in the open drawer", async () => {
    const { count, fire, listen } = listening();
    const taken: unknown[] = [];
    const take = (who: string) => (files: readonly File[]) => taken.push([who, files.length]);
    const onFiles = { current: take("first") };
    const hook = await runHook(() => {
      listen();
      useAddedFiles(onFiles.current);
      return onFiles.current;
    });
    await until(() => count("paste") === 1);
    const preventDefault = vi.fn<() => void>();
    const paste = (...files: readonly File[]) => fire("paste", { clipboardData: { files }, preventDefault });
    paste();
    expect([taken, preventDefault.mock.calls.length]).toEqual([[], 0]);
    paste(fileOf("a.txt"));
    onFiles.current = take("second");
    hook.rerender();
    await until(() => hook.now() === onFiles.current);
    await settled();
    paste(fileOf("a.txt"), fileOf("b.txt"));
    expect([taken, preventDefault.mock.calls.length]).toEqual([
      [
        ["first", 1],
        ["second", 2],
      ],
      2,
    ]);
    hook.unmount();
    await until(() => count("paste") === 0);
  });
});

describe("the photos of a drawer", () => {
  type Box = { readonly className: string } & Readonly<Record<"onDragOver" | "onDrop", (event: object) => void>>;

  it("accept dropped files, and mark the box only for files", async () => {
    fakeService({ "GET /v1/pets/7/photos": () => ({ body: [] }) });
    const drawn = await draw(PetPhotos, { petId: 7 });
    // It is not known yet how many photos the animal may take.
    expect(drawn.has(AddPhotos)).toBe(false);
    const box = () => drawn.get<Box>("section");
    const event = (types: readonly string[], files: readonly File[]) => ({
      preventDefault: () => undefined,
      dataTransfer: { types, files },
    });
    box().onDragOver(event(["text/plain"], []));
    box().onDrop(event(["text/plain"], []));
    expect([box().className.includes("ring-2"), names()]).toEqual([false, []]);
    box().onDragOver(event(["Files"], []));
    await until(() => box().className.includes("ring-2"));
    box().onDrop(event(["Files"], [fileOf("a.txt"), fileOf("b.txt")]));
    await until(() => !box().className.includes("ring-2"));
    expect(names()).toEqual(["a.txt", "b.txt"]);
    await until(() => drawn.has(AddPhotos));
    // The camera comes first, because it is what a person on a phone needs.
    const [camera, files] = (await draw(AddPhotos, drawn.get(AddPhotos))).every(FileButton);
    expect([files?.isMultiple, files?.accept, camera?.isCamera]).toEqual([
      true,
      "image/jpeg,image/png,image/webp",
      true,
    ]);
  });

  it("accept no more than twenty", async () => {
    const all = Array.from({ length: 20 }, (_, at) => photoOf({ id: at + 1 }));
    fakeService({ "GET /v1/pets/7/photos": () => ({ body: all }) });
    const drawn = await draw(PetPhotos, { petId: 7 });
    await until(() => drawn.has(Gallery));
    expect(drawn.has(AddPhotos)).toBe(false);
  });
});

describe("the list of uploads", () => {
  const uploadOf = (fields: Partial<Upload>): Upload => ({
    id: fields.phase ?? "sending",
    petId: 7,
    file: fileOf("a.jpg"),
    phase: "sending",
    share: 0.255,
    end: new AbortController(),
    ...fields,
  });

  it("shows only the uploads of its animal", async () => {
    uploads.set([uploadOf({}), uploadOf({ id: "2", petId: 8 })]);
    const drawn = await draw(UploadList, { petId: 7 });
    expect(drawn.every<{ readonly upload: Upload }>("UploadItem").map(({ upload }) => upload.id)).toEqual(["sending"]);
  });

  it("resends lost uploads of the shown animal once it is online again", async () => {
    const { count, fire, listen } = listening();
    const error = new ApiError("offline", "…");
    const lost = [7, 8].map((petId) => uploadOf({ id: String(petId), petId, phase: "failed", error }));
    const asked = fakeService({ "POST /v1/pets/8/photos": silence });
    fakeXhr();
    const shown = { id: 7 };
    const list = await draw(() => {
      listen();
      return UploadList({ petId: shown.id });
    }, {});
    await until(() => count("online") > 0);
    shown.id = 8;
    uploads.set(lost);
    list.rerender();
    await until(() => list.every<{ upload: Upload }>("UploadItem")[0]?.upload.petId === 8);
    await settled();
    fire("online", {});
    await until(() => asked.length === 1);
    expect(uploads.get().map(({ phase }) => phase)).toEqual(["failed", "sending"]);
    list.unmount();
    await until(() => count("online") === 0);
    for (const one of uploads.get()) dropUpload(one);
  });

  it("can drop an upload, and keeps the focus near it", async () => {
    uploads.set([uploadOf({})]);
    const item = await (await draw(UploadList, { petId: 7 })).part("UploadItem");
    const focus = vi.fn<() => void>();
    item.get(IconButton).onClick?.({ currentTarget: { closest: () => ({ focus }) } } as never);
    expect([uploads.get(), focus.mock.calls.length]).toEqual([[], 1]);
  });

  const ofService = ["Out of order.", "It is busy."];
  it.each<readonly [string, Partial<Upload>, boolean]>([
    ["25 % sent", {}, false],
    ["The service is reading it…", { share: 1 }, false],
    ["Waits", { phase: "waiting" }, false],
    ["The connection was lost. The page sends the photo again by itself.", { phase: "again" }, false],
    ["An animal has at most 20 photos.", { phase: "failed", error: new ApiError("conflict", "…", 409) }, false],
    [
      "The connection was lost. Try again, or wait until it is back.",
      { phase: "failed", error: new ApiError("offline", "…") },
      true,
    ],
    ["Out of order.", { phase: "failed", error: new ApiError("internal_error", "Out of order.", 500) }, false],
    ["It is busy.", { phase: "failed", error: new ApiError("service_unavailable", "It is busy.", 503) }, true],
    ["It took too long.", { phase: "failed", error: new ApiError("timeout", "It took too long.") }, true],
  ])("shows “%s”", async (text, fields, canRetry) => {
    uploads.set([uploadOf(fields)]);
    const item = await (await draw(UploadList, { petId: 7 })).part("UploadItem");
    const phase = await item.part("Phase");
    const shown = phase.has("FailureText") ? await phase.part("FailureText") : phase;
    const said = shown.get<{ readonly children: unknown; readonly lang?: string }>("span");
    expect([said.children, said.lang]).toEqual([text, ofService.includes(text) ? "en" : undefined]);
    expect(item.has("*", { label: "Try again: a.jpg" })).toBe(canRetry);
  });
});
