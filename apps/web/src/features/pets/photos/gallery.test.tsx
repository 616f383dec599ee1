import { beforeEach, describe, expect, it, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { photoOf } from "../../../../test/support/examples";
import { actAs, fakeService, refusal } from "../../../../test/support/fake-service";
import { until, watchRefresh } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { PhotoImage } from "../../../components/photo-image";
import { queryClient } from "../../../lib/query-client";
import { undoLast } from "../../../lib/undo";
import { Gallery } from "./gallery";
import { photosQuery } from "./queries";

const [first, second] = [photoOf({ alt: "Asleep" }), photoOf({ id: 2, position: 2, rotation: 270 })];
const all = [first, second];

beforeEach(() => {
  actAs("clerk");
});

const start = async (handlers: Parameters<typeof fakeService>[0]) => {
  const [notices, onEmpty] = [shownNotices(), vi.fn<() => void>()];
  const asked = fakeService(handlers);
  const gallery = await draw(Gallery, { photos: all, onEmpty });
  queryClient.setQueryData(photosQuery(7).queryKey, all);
  watchRefresh();
  const shown = () => gallery.get(PhotoImage).photo.id;
  const order = () => queryClient.getQueryData(photosQuery(7).queryKey)?.map(({ id }) => id);
  return { gallery, asked, onEmpty, shown, order, titles: () => titlesOf(notices) };
};

type Tools = {
  readonly onMove: (from: number, to: number) => void;
  readonly onTurn: () => void;
  readonly onDelete: () => void;
  readonly isBusy: boolean;
};

describe("an animal's photos", () => {
  it("show the first one large, described, with every size, around its focal point", async () => {
    const photo = photoOf({ ...second, rotation: 90, focalPoint: { x: 0.25, y: 1 } });
    const image = await draw(PhotoImage, { photo, alt: "Luna", sizes: "1rem", className: "" });
    expect(image.get("img")).toMatchObject({
      alt: "Luna",
      srcSet: "/media/ab/320.webp 320w, /media/ab/800.webp 800w",
      style: {
        objectPosition: "25% 100%",
        rotate: "90deg",
        width: "100cqh",
        backgroundImage: `url("${photo.placeholder}")`,
      },
    });
    const { gallery, shown } = await start({});
    expect([shown(), gallery.get(PhotoImage).alt]).toEqual([1, "Asleep"]);
  });

  it("move at once where they are put, and back by Undo; a refused move shows the order as it is", async () => {
    const after = { ...second, position: 1 };
    const { gallery, asked, order, shown, titles } = await start({
      "PATCH /v1/pets/7/photos/2": ({ body }) => ({ body: { ...second, ...(body as object) } }),
      "GET /v1/pets/7/photos/2": () => ({ body: after, headers: { etag: '"3"' } }),
      "PATCH /v1/pets/7/photos/1": () => refusal(404, "not_found"),
    });
    gallery.get<Tools>("Tools").onMove(1, 0);
    expect(order()).toEqual([2, 1]);
    await until(() => titles().includes("Changed a photo of animal 7") && shown() === 2);
    undoLast();
    await until(() => titles().includes("Put back a photo of animal 7"));
    expect(asked.at(-1)?.body).toEqual({ position: 2 });
    await until(() => !gallery.get<Tools>("Tools").isBusy);
    gallery.get<Tools>("Tools").onMove(0, 1);
    await until(() => titles().includes("That did not work"));
  });

  it("are turned by a quarter, from the last one back to upright", async () => {
    const { gallery, asked, shown } = await start({ "PATCH /v1/pets/7/photos/2": () => ({ body: second }) });
    gallery.get<{ readonly onShow: (photo: typeof first) => void }>("Thumbnails").onShow(second);
    await until(() => shown() === 2);
    gallery.get<Tools>("Tools").onTurn();
    await until(() => asked.length === 1);
    expect(asked[0]?.body).toEqual({ rotation: 0 });
  });

  it("that are deleted come back by Undo", async () => {
    const { gallery, asked, onEmpty, order, shown, titles } = await start({
      "DELETE /v1/pets/7/photos/1": () => ({ status: 204 }),
      "POST /v1/pets/7/photos/1/restore": () => ({ body: first }),
    });
    gallery.get<Tools>("Tools").onDelete();
    await until(() => titles().includes("Deleted a photo of animal 7") && shown() === 2);
    expect([order(), onEmpty.mock.calls.length]).toEqual([[2], 0]);
    undoLast();
    await until(() => titles().includes("Brought back a photo of animal 7"));
    expect(asked.map(({ line }) => line)).toEqual(["DELETE /v1/pets/7/photos/1", "POST /v1/pets/7/photos/1/restore"]);
  });
});

describe("what a photo shows", () => {
  type Field = Readonly<{ value: string; onBlur: () => void; onChange: (event: object) => void; help: string }>;

  it("is asked for, saved when the person goes on, and only if it differs", async () => {
    const { gallery, asked } = await start({ "PATCH /v1/pets/7/photos/1": () => ({ body: { ...first, alt: null } }) });
    const field = await gallery.part("AltField");
    const text = () => field.get<Field>("TextField");
    expect([text().value, text().help]).toEqual(["Asleep", "For people who do not see it."]);
    text().onBlur();
    text().onChange({ target: { value: " Asleep " } });
    await until(() => text().value === " Asleep ");
    text().onBlur();
    await until(() => text().value === "Asleep");
    text().onChange({ target: { value: " " } });
    await until(() => text().value === " ");
    text().onBlur();
    await until(() => asked.length === 1);
    expect(asked[0]?.body).toEqual({ alt: null });
  });
});
