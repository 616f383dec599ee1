import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { photoOf } from "../../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal, silence } from "../../../../test/support/fake-service";
import { until } from "../../../../test/support/hook";
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

const start = async (handlers: Parameters<typeof fakeService>[0], photos = all) => {
  const [notices, onEmpty] = [shownNotices(), vi.fn<() => void>()];
  const asked = fakeService(handlers);
  const gallery = await draw(Gallery, { photos, onEmpty });
  queryClient.setQueryData(photosQuery(7).queryKey, photos);
  const refresh = vi.spyOn(queryClient, "invalidateQueries").mockResolvedValue();
  onTestFinished(() => refresh.mockRestore());
  const refreshed = () => refresh.mock.calls.map(([filters]) => filters);
  const shown = () => gallery.get(PhotoImage).photo.id;
  const order = () => queryClient.getQueryData(photosQuery(7).queryKey)?.map(({ id }) => id);
  return { gallery, asked, onEmpty, shown, order, notices, refreshed, titles: () => titlesOf(notices) };
};

type Thumbs = { readonly onShow: (photo: typeof first) => void };
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
    // Somebody else has described it meanwhile: that stays.
    const after = { ...second, position: 1, alt: "At play" };
    const { answer, release } = held(({ body }) => ({ body: { ...after, ...(body as object) } }));
    const { gallery, asked, order, shown, titles, refreshed } = await start({
      "PATCH /v1/pets/7/photos/2": answer,
      "GET /v1/pets/7/photos/2": () => ({ body: after, headers: { etag: '"3"' } }),
      "PATCH /v1/pets/7/photos/1": () => refusal(404, "not_found"),
    });
    gallery.get<Tools>("Tools").onMove(1, 0);
    expect(order()).toEqual([2, 1]);
    const said = () => gallery.get<{ role: string; children: string }>("p", { role: "status" }).children;
    await until(() => said() === "Now photo 1 of 2" && gallery.get<Tools>("Tools").isBusy);
    // Nothing else moves meanwhile.
    gallery.get<Tools>("Tools").onMove(0, 1);
    release();
    await until(() => titles().includes("Changed a photo of animal 7") && shown() === 2);
    expect(queryClient.getQueryData(photosQuery(7).queryKey)?.[0]?.alt).toBe("At play");
    undoLast();
    await until(() => titles().includes("Put back a photo of animal 7"));
    expect(asked.map(({ body }) => body)).toEqual([{ position: 1 }, undefined, { position: 2 }]);
    await until(() => !gallery.get<Tools>("Tools").isBusy);
    gallery.get<Tools>("Tools").onMove(0, 1);
    await until(() => titles().includes("That did not work"));
    expect(refreshed()).toContainEqual({ queryKey: photosQuery(7).queryKey });
  });

  it("stay where they were put when an answer comes that was asked for before", async () => {
    const { answer, release } = held(() => ({ body: all }));
    const { gallery, order } = await start({ "PATCH /v1/pets/7/photos/2": silence, "GET /v1/pets/7/photos": answer });
    const asking = queryClient.fetchQuery({ ...photosQuery(7), staleTime: 0 }).catch(() => undefined);
    gallery.get<Tools>("Tools").onMove(1, 0);
    release();
    await asking;
    expect(order()).toEqual([2, 1]);
  });

  it("are moved by buttons, the first not earlier and the last not later, and dragged by mouse alone", async () => {
    type Button = { readonly label: string; readonly disabled?: boolean; readonly onClick: () => void };
    const toolsAt = async (at: number) => {
      const onMove = vi.fn<(from: number, to: number) => void>();
      const { gallery } = await start({});
      if (at > 0) gallery.get<Thumbs>("Thumbnails").onShow(second);
      await until(() => gallery.get<{ at: number }>("Tools").at === at);
      const { type, props } = gallery.element("Tools");
      const tools = await draw(type as (props: object) => React.ReactNode, { ...props, onMove });
      const [earlier, later] = tools.every<Button>("IconButton");
      earlier?.onClick();
      later?.onClick();
      return [earlier?.disabled, later?.disabled, onMove.mock.calls];
    };
    expect(await toolsAt(0)).toEqual([
      true,
      false,
      [
        [0, -1],
        [0, 1],
      ],
    ]);
    expect(await toolsAt(1)).toEqual([
      false,
      true,
      [
        [1, 0],
        [1, 2],
      ],
    ]);
    const thumbnails = await (await start({})).gallery.part("Thumbnails");
    const pressedBy = (pointerType: string) => {
      const preventDefault = vi.fn<() => void>();
      const event = {
        pointerType,
        button: 0,
        pointerId: 1,
        preventDefault,
        currentTarget: { setPointerCapture: () => 0 },
      };
      thumbnails.get<{ onPointerDown: (event: object) => void }>("button").onPointerDown(event);
      return preventDefault.mock.calls.length;
    };
    expect([pressedBy("touch"), pressedBy("mouse")]).toEqual([0, 1]);
  });

  it("are turned by a quarter, from the last one back to upright", async () => {
    const { gallery, asked, shown } = await start({ "PATCH /v1/pets/7/photos/2": () => ({ body: second }) });
    gallery.get<Thumbs>("Thumbnails").onShow(second);
    await until(() => shown() === 2);
    gallery.get<Tools>("Tools").onTurn();
    await until(() => asked.length === 1);
    expect(asked[0]?.body).toEqual({ rotation: 0 });
  });

  it("that could not be deleted are deleted by a second try; the last one leaves the focus with the box", async () => {
    const { answer, release } = held(() => refusal(403, "forbidden"));
    const { gallery, asked, titles, onEmpty, notices } = await start(
      { "DELETE /v1/pets/7/photos/1": inTurn(answer, () => ({ status: 204 })) },
      [first],
    );
    gallery.get<Tools>("Tools").onDelete();
    await until(() => gallery.get<Tools>("Tools").isBusy);
    release();
    await until(() => titles().includes("That did not work"));
    expect([titles(), onEmpty.mock.calls.length]).toEqual([["That did not work"], 1]);
    notices()[0]?.press();
    await until(() => titles().includes("Deleted a photo of animal 7"));
    expect(asked.map(({ line }) => line)).toEqual(Array.from({ length: 2 }, () => "DELETE /v1/pets/7/photos/1"));
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
    // It is on its way.
    text().onBlur();
    await until(() => text().value === "Asleep");
    expect(asked.map(({ body }) => body)).toEqual([{ alt: null }]);
    const keyOf = () => gallery.element("AltField").key;
    expect(keyOf()).toBe("1");
  });
});
