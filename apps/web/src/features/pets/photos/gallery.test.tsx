import type { Photo } from "@petstore/contract/client";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { photoOf } from "../../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal, silence } from "../../../../test/support/fake-service";
import { settled, until } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { actionKeyOf, undoes, undoIn, undoneAtOnce } from "../../../../test/support/undos";
import { IconButton } from "../../../components/button";
import { ConfirmDialog } from "../../../components/dialog";
import { PhotoImage } from "../../../components/photo-image";
import { queryClient } from "../../../lib/service/query-client";
import { undoLast } from "../../../lib/history/undo";
import { FocalPicker } from "./focal-picker";
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
  it("show the first photo large, with its description and focal point", async () => {
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

  it("move at once, and move back by Undo or after a refusal", async () => {
    // Somebody else has changed the text of the photo in the meantime. That change stays.
    const after = { ...second, position: 1, alt: "At play" };
    const { answer, release } = held(({ body }) => ({ body: { ...after, ...(body as object) } }));
    const { gallery, asked, order, shown, titles, refreshed } = await start({
      "PATCH /v1/pets/7/photos/2": answer,
      ...undoes(),
      "PATCH /v1/pets/7/photos/1": () => refusal(404, "not_found"),
    });
    gallery.get<Tools>("Tools").onMove(1, 0);
    expect(order()).toEqual([2, 1]);
    const said = () => gallery.get<{ role: string; children: string }>("p", { role: "status" }).children;
    await until(() => said() === "Now photo 1 of 2" && gallery.get<Tools>("Tools").isBusy);
    // A second move is ignored while the first one runs.
    gallery.get<Tools>("Tools").onMove(0, 1);
    release();
    await until(() => titles().includes("Changed a photo of animal 7") && shown() === 2);
    expect(queryClient.getQueryData(photosQuery(7).queryKey)?.[0]?.alt).toBe("At play");
    undoLast();
    await until(() => titles().includes("Put back a photo of animal 7"));
    expect([asked[0]?.body, undoIn(asked)]).toEqual([
      { position: 1 },
      { lines: undoneAtOnce, key: actionKeyOf(asked[0]) },
    ]);
    await until(() => !gallery.get<Tools>("Tools").isBusy);
    gallery.get<Tools>("Tools").onMove(0, 1);
    await until(() => titles().includes("That did not work"));
    expect(refreshed()).toContainEqual({ queryKey: photosQuery(7).queryKey });
  });

  it("keep their new order if the response to an older request arrives later", async () => {
    const { answer, release } = held(() => ({ body: all }));
    const { gallery, order } = await start({ "PATCH /v1/pets/7/photos/2": silence, "GET /v1/pets/7/photos": answer });
    const asking = queryClient.fetchQuery({ ...photosQuery(7), staleTime: 0 }).catch(() => undefined);
    gallery.get<Tools>("Tools").onMove(1, 0);
    release();
    await asking;
    expect(order()).toEqual([2, 1]);
  });

  it("move by buttons up to the ends, and by dragging with the mouse only", async () => {
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

  it("turn by 90 degrees, and after the last turn back to upright", async () => {
    const { gallery, asked, shown } = await start({ "PATCH /v1/pets/7/photos/2": () => ({ body: second }) });
    gallery.get<Thumbs>("Thumbnails").onShow(second);
    await until(() => shown() === 2);
    gallery.get<Tools>("Tools").onTurn();
    await until(() => asked.length === 1);
    expect(asked[0]?.body).toEqual({ rotation: 0 });
  });

  it("can be deleted again after a failure, and leave the focus in the box", async () => {
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

  it("are restored by Undo after they were deleted", async () => {
    const { gallery, asked, onEmpty, order, shown, titles } = await start({
      "DELETE /v1/pets/7/photos/1": () => ({ status: 204 }),
      ...undoes(),
    });
    gallery.get<Tools>("Tools").onDelete();
    await until(() => titles().includes("Deleted a photo of animal 7") && shown() === 2);
    expect([order(), onEmpty.mock.calls.length]).toEqual([[2], 0]);
    undoLast();
    await until(() => titles().includes("Brought back a photo of animal 7"));
    expect(undoIn(asked)).toEqual({ lines: undoneAtOnce, key: actionKeyOf(asked[0]) });
  });
});

describe("the focal point", () => {
  type Picker = Readonly<Record<`on${string}`, (event: object) => void>> & {
    readonly "aria-valuenow": number;
    readonly "aria-valuetext": string;
    readonly ref: { current: object };
  };

  const aim = async (fields: Partial<Photo> = {}) => {
    const photo = photoOf({ focalPoint: { x: 0.2, y: 0.3 }, ...fields });
    const kept: { now: Photo } = { now: photo };
    const change = ({ body }: { readonly body: unknown }) => {
      kept.now = { ...kept.now, ...(body as object) };
      return { body: kept.now };
    };
    const { gallery, asked, titles } = await start(
      {
        "PATCH /v1/pets/7/photos/1": change,
        ...undoes(),
      },
      [photo, second],
    );
    const tools = () => gallery.get<Tools & { readonly isAiming: boolean; readonly onAim: () => void }>("Tools");
    tools().onAim();
    await until(() => gallery.has("FocalPicker") && tools().isAiming);
    const now = () => queryClient.getQueryData(photosQuery(7).queryKey)?.[0] ?? photo;
    const picker = await draw(() => FocalPicker({ photo: now(), alt: "Luna" }), {});
    const slider = () => picker.get<Picker>("div", { role: "slider" } as never);
    const at = () => slider()["aria-valuetext"];
    const key = async (name: string, more: object = {}) => {
      const stopped = vi.fn<() => void>();
      const nativeEvent = { stopImmediatePropagation: stopped };
      const before = at();
      slider()["onKeyDown"]?.({ key: name, preventDefault: stopped, stopPropagation: stopped, nativeEvent, ...more });
      await until(() => at() !== before || !/Arrow|Escape/.test(name) || stopped.mock.calls.length === 0);
      return stopped.mock.calls.length > 0;
    };
    const saved = () => asked.filter(({ line }) => line.startsWith("PATCH")).map(({ body }) => body);
    const crop = () => picker.every(PhotoImage)[1]?.photo.focalPoint;
    return { gallery, picker, slider, at, key, saved, crop, tools, titles, asked };
  };

  it("moves by keys, is announced, is saved by Enter or on blur, and has Undo", async () => {
    const { slider, at, key, saved, crop, titles, asked } = await aim();
    expect([at(), slider()["aria-valuenow"]]).toEqual(["20 % from the left, 30 % from the top", 20]);
    expect([await key("ArrowRight"), at()]).toEqual([true, "25 % from the left, 30 % from the top"]);
    await key("ArrowUp", { shiftKey: true });
    expect([at(), crop(), saved()]).toEqual(["25 % from the left, 29 % from the top", { x: 0.25, y: 0.29 }, []]);
    await key("Enter");
    await until(() => queryClient.isMutating() > 0);
    await settled();
    await key("Enter");
    await until(() => titles().includes("Changed a photo of animal 7"));
    await key("ArrowDown");
    await key("ArrowLeft");
    slider()["onBlur"]?.({});
    await until(() => saved().length === 2 && titles().length === 2);
    expect(saved()).toEqual([{ focalPoint: { x: 0.25, y: 0.29 } }, { focalPoint: { x: 0.2, y: 0.34 } }]);
    await until(() => queryClient.isMutating() === 0);
    undoLast();
    await until(() => titles().includes("Put back a photo of animal 7"));
    const patches = asked.filter(({ line }) => line.startsWith("PATCH"));
    expect(undoIn(asked).key).toBe(actionKeyOf(patches[1]));
  });

  it("stays on the photo, goes back by Escape, and ignores other keys", async () => {
    const { at, key, saved } = await aim({ focalPoint: { x: 0.98, y: 0.5 } });
    await key("ArrowRight");
    expect(at()).toBe("100 % from the left, 50 % from the top");
    expect([await key("Escape"), at()]).toEqual([true, "98 % from the left, 50 % from the top"]);
    // The point is back at its start, so the next Escape closes the drawer.
    const left = [await key("Escape"), await key("Enter", { ctrlKey: true }), await key("ArrowLeft", { altKey: true })];
    expect([left, await key("]"), saved()]).toEqual([[false, false, false], false, []]);
  });

  it.each([
    [0, { x: 0.25, y: 0.5 }],
    [90, { x: 0.5, y: 0.75 }],
    [180, { x: 0.75, y: 0.5 }],
    [270, { x: 0.5, y: 0.25 }],
  ] as const)("is set correctly on a photo that is turned by %i°", async (rotation, focalPoint) => {
    const { slider, at, saved, titles } = await aim({ rotation, focalPoint: null });
    expect(at()).toBe("50 % from the left, 50 % from the top");
    let isHeld = false;
    const currentTarget = {
      setPointerCapture: () => (isHeld = true),
      hasPointerCapture: () => isHeld,
      getBoundingClientRect: () => ({ left: 10, top: 20, width: 400, height: 200 }),
    };
    const event = (clientX: number, button = 0) => ({ currentTarget, button, pointerId: 1, clientX, clientY: 120 });
    slider()["onPointerMove"]?.(event(60));
    slider()["onPointerDown"]?.(event(60, 2));
    slider()["onPointerDown"]?.(event(210));
    slider()["onPointerMove"]?.(event(110));
    await until(() => at() === "25 % from the left, 50 % from the top");
    expect(saved()).toEqual([]);
    slider()["onPointerUp"]?.(event(110));
    await until(() => titles().includes("Changed a photo of animal 7"));
    expect([saved(), at()]).toEqual([[{ focalPoint }], "25 % from the left, 50 % from the top"]);
  });

  it("is chosen on the whole photo until another photo is shown", async () => {
    const { gallery, picker, slider, tools } = await aim({ rotation: 90 });
    expect(picker.get<{ style: object }>("div", { role: "slider" } as never).style).toEqual({
      aspectRatio: 0.75,
      width: "min(100%, 18rem)",
    });
    const focus = vi.fn<() => void>();
    slider().ref.current = { focus };
    gallery.get<Thumbs>("Thumbnails").onShow(second);
    await until(() => !tools().isAiming && gallery.has(PhotoImage));
    gallery.get<Thumbs>("Thumbnails").onShow(first);
    await until(() => gallery.get<{ at: number }>("Tools").at === 0);
    expect(gallery.has("FocalPicker")).toBe(false);
  });
});

describe("erasing a photo", () => {
  type Erasing = Tools & { readonly onErase?: () => void };
  const path = "DELETE /v1/pets/7/photos/1";
  const open = async (role: "clerk" | "manager" | "owner", ...args: Parameters<typeof start>) => {
    actAs(role);
    const started = await start(...args);
    const tools = () => started.gallery.get<Erasing>("Tools");
    const question = () => started.gallery.get(ConfirmDialog);
    return { ...started, tools, question };
  };

  it("is offered to owners only", async () => {
    const seen = async (role: "clerk" | "manager" | "owner") => {
      const { gallery } = await open(role, {});
      return (await gallery.part("Tools")).every(IconButton).map(({ label }) => label);
    };
    const usual = [
      "Move photo 1 earlier",
      "Move photo 1 later",
      "Choose what stays visible in photo 1",
      "Turn photo 1",
      "Delete photo 1",
    ];
    expect([await seen("clerk"), await seen("manager")]).toEqual([usual, usual]);
    expect(await seen("owner")).toEqual([...usual, "Erase photo 1 for good"]);
  });

  it("removes the photo with its image after a question, and has no undo", async () => {
    const { asked, tools, question, order, onEmpty, titles, refreshed, gallery } = await open("owner", {
      [path]: () => ({ status: 204 }),
    });
    expect(gallery.has(ConfirmDialog)).toBe(false);
    tools().onErase?.();
    await until(() => gallery.has(ConfirmDialog) && question().isOpen);
    expect(question()).toMatchObject({ title: "Erase photo 1 for good?", isDanger: true });
    expect(question().description).toMatch(/cannot be undone.*every other.*Within a minute.*\/media/);
    question().onClose();
    await until(() => !question().isOpen);
    tools().onErase?.();
    await until(() => question().isOpen);
    expect(asked).toEqual([]);
    question().onConfirm();
    await until(() => titles().includes("Erased a photo of animal 7"));
    expect(asked.map(({ line, query }) => [line, query.get("erase")])).toEqual([[path, "true"]]);
    await until(() => !tools().isBusy && !question().isOpen);
    expect([order(), onEmpty.mock.calls.length]).toEqual([[2], 0]);
    // Everything is fetched again, because other animals may have had the same image.
    expect(refreshed()).toContain(undefined);
    undoLast();
    expect(titles()).toContain("This cannot be undone: Erased a photo of animal 7");
  });

  it("can be retried after a failure, and leaves the focus in the box", async () => {
    const refuse = () => refusal(403, "forbidden");
    const { tools, question, order, onEmpty, titles, notices, gallery } = await open(
      "owner",
      { [path]: inTurn(refuse, () => ({ status: 204 })) },
      [first],
    );
    tools().onErase?.();
    await until(() => gallery.has(ConfirmDialog));
    question().onConfirm();
    await until(() => titles().includes("That did not work"));
    expect([order(), onEmpty.mock.calls.length]).toEqual([[1], 0]);
    notices()[0]?.press();
    await until(() => titles().includes("Erased a photo of animal 7"));
    await until(() => onEmpty.mock.calls.length === 1);
    expect(order()).toEqual([]);
  });
});

describe("a photo's description", () => {
  type Field = Readonly<{ value: string; onBlur: () => void; onChange: (event: object) => void; help: string }>;
  const openField = async ({ gallery }: Awaited<ReturnType<typeof start>>) => {
    const field = await gallery.part("AltField");
    const text = () => field.get<Field>("TextField");
    const type = async (value: string) => {
      text().onChange({ target: { value } });
      await until(() => text().value === value);
    };
    return { field, text, type };
  };

  it("is saved on blur, and only if it differs", async () => {
    const { gallery, asked } = await start({ "PATCH /v1/pets/7/photos/1": () => ({ body: { ...first, alt: null } }) });
    const field = await gallery.part("AltField");
    const text = () => field.get<Field>("TextField");
    expect([text().value, text().help]).toEqual(["Asleep", "For people who cannot see it."]);
    text().onBlur();
    text().onChange({ target: { value: " Asleep " } });
    await until(() => text().value === " Asleep ");
    text().onBlur();
    await until(() => text().value === "Asleep");
    text().onChange({ target: { value: " " } });
    await until(() => text().value === " ");
    text().onBlur();
    await until(() => asked.length === 1);
    // The change is already being sent, so this does not send it again.
    text().onBlur();
    await until(() => text().value === "Asleep");
    expect(asked.map(({ body }) => body)).toEqual([{ alt: null }]);
    const keyOf = () => gallery.element("AltField").key;
    expect(keyOf()).toBe("1");
  });

  it("is kept while an earlier save runs, then saved with its own Undo", async () => {
    const gates = [0, 1].map(() => held(({ body }) => ({ body: { ...first, ...(body as object) } })));
    const opened = await start({
      "PATCH /v1/pets/7/photos/1": inTurn(...gates.map(({ answer }) => answer)),
      ...undoes(),
    });
    const { asked, titles } = opened;
    const { field, text, type } = await openField(opened);
    await type("Luna");
    text().onBlur();
    await until(() => asked.length === 1);
    await type("Luna at play");
    text().onBlur();
    // The drawer may close before the save ends.
    field.unmount();
    gates[0]?.release();
    await until(() => asked.length === 2);
    gates[1]?.release();
    await until(() => titles().length === 2 && queryClient.isMutating() === 0);
    expect(queryClient.getQueryData(photosQuery(7).queryKey)?.[0]?.alt).toBe("Luna at play");
    undoLast();
    await until(() => titles().includes("Put back a photo of animal 7"));
    const patches = asked.filter(({ line }) => line.startsWith("PATCH"));
    expect(patches.map(({ body }) => body)).toEqual([{ alt: "Luna" }, { alt: "Luna at play" }]);
    expect(undoIn(asked).key).toBe(actionKeyOf(patches[1]));
  });

  it("is retried with the newest text, but not after a later save", async () => {
    const refuse = () => refusal(400, "invalid_request");
    const save = ({ body }: { readonly body: unknown }) => ({ body: { ...first, ...(body as object) } });
    const opened = await start({ "PATCH /v1/pets/7/photos/1": inTurn(refuse, refuse, save) });
    const { asked, notices, titles } = opened;
    const { text, type } = await openField(opened);
    const fail = async (value: string, count: number) => {
      await type(value);
      text().onBlur();
      await until(() => titles().filter((title) => title === "That did not work").length === count);
    };
    await fail("Luna", 1);
    await fail("Luna at play", 2);
    const [one, other] = notices().filter(({ type: kind }) => kind === "error");
    await type("Luna at play, outside");
    await settled();
    one?.press();
    await until(() => titles().includes("Changed a photo of animal 7"));
    await settled();
    other?.press();
    await settled();
    expect(queryClient.isMutating()).toBe(0);
    expect(asked.map(({ body }) => body)).toEqual(
      ["Luna", "Luna at play", "Luna at play, outside"].map((alt) => ({ alt })),
    );
  });

  it("keeps unsaved text when a save ends, and can save an earlier text again", async () => {
    const { answer, release } = held(({ body }) => ({ body: { ...first, ...(body as object) } }));
    const opened = await start({
      "PATCH /v1/pets/7/photos/1": inTurn(answer, ({ body }) => ({ body: { ...first, ...(body as object) } })),
    });
    const { asked, titles } = opened;
    const { text, type } = await openField(opened);
    await type("Luna");
    text().onBlur();
    await until(() => asked.length === 1);
    // Types the text that the photo had before the save.
    await type("Asleep");
    text().onBlur();
    await type("Asleep again");
    release();
    await until(() => titles().length === 2 && queryClient.isMutating() === 0);
    await settled();
    expect(text().value).toBe("Asleep again");
    expect(asked.map(({ body }) => body)).toEqual([{ alt: "Luna" }, { alt: "Asleep" }]);
  });
});
