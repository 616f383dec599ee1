import { beforeEach, describe, expect, it } from "vitest";
import { draw } from "../../../../test/support/draw";
import { photoOf } from "../../../../test/support/examples";
import { actAs, fakeService } from "../../../../test/support/fake-service";
import { until } from "../../../../test/support/hook";
import { ApiError } from "../../../lib/api-error";
import { FileButton } from "../../../components/file-button";
import { Gallery } from "./gallery";
import { PetPhotos } from "./pet-photos";
import { UploadList } from "./upload-list";
import { type Upload, uploads } from "./uploads";

const fileOf = (name: string) => new File(["x"], name, { type: "text/plain" });
const names = () => uploads.get().map(({ file }) => file.name);

beforeEach(() => {
  uploads.set([]);
  actAs("clerk");
});

describe("the photos of a drawer", () => {
  type Box = { readonly className: string } & Readonly<Record<"onDragOver" | "onDrop", (event: object) => void>>;

  it("take files that are dropped, and mark the box for files alone", async () => {
    fakeService({ "GET /v1/pets/7/photos": () => ({ body: [] }) });
    const drawn = await draw(PetPhotos, { petId: 7 });
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
    await until(() => drawn.has("Add"));
    const [files, camera] = (await drawn.part("Add")).every(FileButton);
    expect([files?.isMultiple, files?.accept, camera?.isCamera]).toEqual([
      true,
      "image/jpeg,image/png,image/webp",
      true,
    ]);
  });

  it("take no more than twenty", async () => {
    const all = Array.from({ length: 20 }, (_, at) => photoOf({ id: at + 1 }));
    fakeService({ "GET /v1/pets/7/photos": () => ({ body: all }) });
    const drawn = await draw(PetPhotos, { petId: 7 });
    await until(() => drawn.has(Gallery));
    expect(drawn.has("Add")).toBe(false);
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

  it("has those of the animal alone", async () => {
    uploads.set([uploadOf({}), uploadOf({ id: "2", petId: 8 })]);
    const drawn = await draw(UploadList, { petId: 7 });
    expect(drawn.every<{ readonly upload: Upload }>("UploadItem").map(({ upload }) => upload.id)).toEqual(["sending"]);
  });

  it.each<readonly [string, Partial<Upload>, boolean]>([
    ["25 % sent", {}, false],
    ["The service reads it…", { share: 1 }, false],
    ["Waits", { phase: "waiting" }, false],
    ["The connection was lost. It is sent again by itself.", { phase: "again" }, false],
    ["An animal has at most 20 photos.", { phase: "failed", error: new ApiError("conflict", "…", 409) }, false],
    [
      "The connection was lost. Try again, or wait until it is back.",
      { phase: "failed", error: new ApiError("offline", "…") },
      true,
    ],
    ["Out of order.", { phase: "failed", error: new ApiError("internal_error", "Out of order.", 500) }, false],
    ["It is busy.", { phase: "failed", error: new ApiError("service_unavailable", "It is busy.", 503) }, true],
  ])("says “%s”", async (text, fields, canRetry) => {
    uploads.set([uploadOf(fields)]);
    const item = await (await draw(UploadList, { petId: 7 })).part("UploadItem");
    const phase = await item.part("Phase");
    expect(phase.get<{ readonly children: unknown }>("span").children).toBe(text);
    expect(item.has("*", { label: "Try again: a.jpg" })).toBe(canRetry);
  });
});
