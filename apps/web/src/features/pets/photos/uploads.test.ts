import { beforeEach, describe, expect, it, vi } from "vitest";
import { photoOf } from "../../../../test/support/examples";
import { actAs, fakeService, inTurn, refusal, silence } from "../../../../test/support/fake-service";
import { fakeXhr } from "../../../../test/support/fake-xhr";
import { until, watchRefresh } from "../../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../../test/support/notices";
import { actionKeyOf, undoes, undoIn } from "../../../../test/support/undos";
import { undoLast } from "../../../lib/history/undo";
import { t } from "../../../texts";
import { fetchWithProgress } from "./fetch-with-progress";
import {
  addPhotos,
  dropUpload,
  forgetPhotosOf,
  refusalOf,
  retryLost,
  retryUpload,
  sendPhotosOfNew,
  uploads,
  uploadsOf,
} from "./uploads";

const fileOf = (name: string, type = "image/jpeg", size = 10) => new File([new Uint8Array(size)], name, { type });
const answerOf = (id: number, status = 201) => ({ status, body: photoOf({ id, position: id }) });
/** The service asks for a retry at once. */
const busy = (status: number) => () => refusal(status, "service_unavailable", { "retry-after": "0" });

beforeEach(() => {
  uploads.set([]);
  actAs("clerk");
});

const start = (post: Parameters<typeof fakeService>[0][string], others: Parameters<typeof fakeService>[0] = {}) => {
  fakeXhr();
  const refreshed = watchRefresh();
  const notices = shownNotices();
  const asked = fakeService({ "POST /v1/pets/7/photos": post, ...others });
  return { notices, titles: () => titlesOf(notices), lines: () => asked.map(({ line }) => line), asked, refreshed };
};

/** Drops all uploads. Without this, an upload that continues would only show as a timeout of a test. */
const dropAll = () => {
  const all = uploads.get();
  for (const one of all) dropUpload(one);
  expect(all.map(({ end }) => end.signal.aborted)).toEqual(all.map(() => true));
};

const keptAction = undoes()["GET /v1/actions"] ?? silence;

describe("photos that are added", () => {
  it("are sent one after the other, as one action with one undo", async () => {
    const { notices, titles, asked, refreshed } = start(
      inTurn(
        () => answerOf(1),
        () => answerOf(2),
      ),
      { ...undoes({ done: 2, total: 2 }), "GET /v1/actions": inTurn(() => refusal(500, "internal_error"), keptAction) },
    );
    await addPhotos(7, [fileOf("a.jpg"), fileOf("b.png", "image/png")]);
    expect([titles(), uploads.get(), refreshed()]).toEqual([["Added 2 photos to animal 7"], [], 2]);
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer pets_live_test");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    undoLast();
    vi.advanceTimersByTime(500);
    const [running] = notices();
    vi.useRealTimers();
    expect(running?.progress).toEqual({ done: 0, total: 2, text: "0 of 2 done" });
    await until(() => titles().includes("That did not work"));
    undoLast();
    await until(() => titles().includes("Deleted 2 photos of animal 7"));
    expect(asked.slice(0, 2).map(actionKeyOf)).toEqual([undoIn(asked).key, undoIn(asked).key]);
  });

  it("report their progress, and can be dropped", async () => {
    const { titles, lines } = start(silence);
    const done = addPhotos(7, [fileOf("a.jpg"), fileOf("b.jpg")]);
    await until(() => uploads.get()[0]?.share === 0.5);
    expect(uploads.get().map(({ phase }) => phase)).toEqual(["sending", "waiting"]);
    // An upload in progress cannot be undone. Undo must not undo an older change instead.
    undoLast();
    expect(titles()).toEqual([t.undo.saving]);
    dropAll();
    await done;
    expect([uploads.get(), titles().length, lines().length]).toEqual([[], 1, 1]);
  });

  it("queue behind those of other animals", async () => {
    const { lines } = start(silence);
    const done = addPhotos(7, [fileOf("a.jpg")]);
    const others = addPhotos(8, [fileOf("b.jpg")]);
    await until(() => lines().length === 1);
    expect(uploads.get().map(({ petId, phase }) => [petId, phase])).toEqual([
      [7, "sending"],
      [8, "waiting"],
    ]);
    dropAll();
    await Promise.all([done, others]);
  });

  it("wait up to a minute if the service asks for a pause, and then start again", async () => {
    const { lines } = start(() => refusal(503, "service_unavailable", { "retry-after": "60" }));
    const done = addPhotos(7, [fileOf("a.jpg")]);
    await until(() => lines().length === 1 && uploads.get()[0]?.phase !== "sending");
    expect(uploads.get()).toMatchObject([{ phase: "again", share: 0 }]);
    dropAll();
    await done;
  });

  it("abort their request when they are dropped", async () => {
    start(silence);
    const end = new AbortController();
    const send = fetchWithProgress(() => undefined);
    const answer = send("/v1/pets/7/photos", { method: "POST", body: new Blob(["x"]), signal: end.signal });
    end.abort(new Error("Given up."));
    await expect(answer).rejects.toThrow("Given up.");
  });

  it("are resent until they arrive, and repeated bytes count as added", async () => {
    const lost = () => {
      throw new Error("The connection was lost.");
    };
    vi.spyOn(Math, "random").mockReturnValue(-0.5);
    const { titles, lines } = start(inTurn(lost, busy(503), busy(429), lost, lost, lost, lost, () => answerOf(1, 200)));
    await addPhotos(7, [fileOf("a.jpg")]);
    vi.restoreAllMocks();
    expect([lines().length, uploads.get()]).toEqual([8, []]);
    expect(titles()).toEqual(["Added 1 photo to animal 7"]);
  });

  it("are reported without an undo if the animal already has them", async () => {
    const { titles } = start(() => answerOf(1, 200));
    await addPhotos(7, [fileOf("a.jpg")]);
    expect(titles()).toEqual(["The animal has a.jpg already"]);
  });
});

describe("photos of an animal that has no number yet", () => {
  const mine = "new of 7";
  const others = "new of 8";
  const ada = { id: 7, name: "Ada" };

  it("wait for its number, are then sent in their order, and get no notice of their own", async () => {
    const { titles, lines, asked } = start(
      inTurn(
        () => answerOf(1),
        () => answerOf(2),
      ),
    );
    await addPhotos(mine, [fileOf("a.jpg"), fileOf("b.jpg")]);
    await addPhotos(others, [fileOf("c.jpg")]);
    expect([lines(), uploadsOf(mine).length, uploadsOf(others).length]).toEqual([[], 2, 1]);
    await sendPhotosOfNew(mine, ada, { actionKey: "of-ada", onOpen: () => undefined });
    expect(asked.map(actionKeyOf)).toEqual(["of-ada", "of-ada"]);
    expect([lines(), titles()]).toEqual([["POST /v1/pets/7/photos", "POST /v1/pets/7/photos"], []]);
    expect(uploads.get().map(({ file, petId, phase }) => [file.name, petId, phase])).toEqual([
      ["c.jpg", others, "waiting"],
    ]);
  });

  it("stay with the animal if they are refused, and a notice opens it", async () => {
    const { notices, titles, lines } = start(inTurn(() => refusal(400, "invalid_request")));
    const onOpen = vi.fn<() => void>();
    await addPhotos(mine, [fileOf("a.jpg"), fileOf("b.heic", "image/heic")]);
    await sendPhotosOfNew(mine, ada, { actionKey: "of-ada", onOpen });
    expect([lines().length, titles()]).toEqual([1, ["2 photos of Ada were not added"]]);
    notices()[0]?.press();
    expect([onOpen.mock.calls.length, uploads.get().map(({ petId, phase }) => [petId, phase])]).toEqual([
      1,
      [
        [7, "failed"],
        [7, "failed"],
      ],
    ]);
  });

  it("are forgotten with their animal, and nobody else's", async () => {
    start(silence);
    await addPhotos(mine, [fileOf("a.jpg")]);
    await addPhotos(others, [fileOf("b.jpg")]);
    forgetPhotosOf(mine);
    expect(uploads.get().map(({ file }) => file.name)).toEqual(["b.jpg"]);
  });
});

describe("a refused file", () => {
  const refusals = () => uploads.get().map((one) => [one.file.name, refusalOf(one)]);

  it("is not sent if its type or size is wrong", async () => {
    const { lines } = start(() => answerOf(1));
    await addPhotos(7, [fileOf("a.heic", "image/heic"), fileOf("b.jpg"), fileOf("c.jpg", "image/jpeg", 15_728_641)]);
    expect(lines()).toEqual(["POST /v1/pets/7/photos"]);
    expect(refusals()).toEqual([
      ["a.heic", "It is not a JPEG, PNG or WebP image, or it is animated."],
      [
        "c.jpg",
        "It has more than 15 MB, 50 megapixels or 16,383 pixels on one side, or it needs too much memory. Save it as an ordinary JPEG.",
      ],
    ]);
  });

  it.each([
    [400, "invalid_request", "The image is damaged, or it takes too long to read."],
    [409, "conflict", "An animal has at most 20 photos."],
    [
      413,
      "payload_too_large",
      "It has more than 15 MB, 50 megapixels or 16,383 pixels on one side, or it needs too much memory. Save it as an ordinary JPEG.",
    ],
    [415, "unsupported_media_type", "It is not a JPEG, PNG or WebP image, or it is animated."],
    [500, "internal_error", undefined],
  ])(
    "a file that is refused with %i stays with its name and the reason, and is not sent again",
    async (status, code, text) => {
      const { lines } = start(() => refusal(status, code));
      await addPhotos(7, [fileOf("a.jpg")]);
      expect([refusals(), lines().length]).toEqual([[["a.jpg", text]], 1]);
    },
  );

  it("can be sent again by the person, or once online, if the service was only busy", async () => {
    const later = () => refusal(503, "service_unavailable", { "retry-after": "600" });
    const { titles, lines } = start(inTurn(later, later, () => answerOf(1)));
    await addPhotos(7, [fileOf("a.jpg")]);
    const [first] = uploads.get();
    if (first === undefined) throw new Error("It is gone.");
    await retryUpload(first);
    expect([refusals(), lines().length]).toEqual([[["a.jpg", undefined]], 2]);
    retryLost(8);
    retryLost(7);
    await until(() => titles().includes("Added 1 photo to animal 7"));
    expect([uploads.get(), lines().length]).toEqual([[], 3]);
  });
});
