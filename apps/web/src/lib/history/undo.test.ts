import { describe, expect, it, vi } from "vitest";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { until, watchRefresh } from "../../../test/support/hook";
import { ApiError } from "../service/api-error";
import { announce, lastAction, remember, undoLast, whileSaving } from "./undo";
import { undoAlone } from "./undo-queue";

const undoTo = (text: string | undefined) => ({
  size: 1,
  run: vi.fn<() => Promise<string | undefined>>().mockResolvedValue(text),
});

describe("an undo", () => {
  it("an undo from a notice runs once, is announced, refreshes the lists, and is then forgotten", async () => {
    const notices = shownNotices();
    const refresh = watchRefresh();
    const undo = undoTo("Luna is available again");
    remember({ title: "Before" });
    announce({ title: "Luna is sold", undo });
    const press = notices()[0]?.press;
    press?.();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    press?.();
    expect([undo.run.mock.calls.length, titlesOf(notices), lastAction()]).toEqual([
      1,
      ["Luna is available again"],
      "Before",
    ]);
    await until(() => refresh() > 0);
  });

  it("an undo from an older notice leaves the newer change to be undone next", async () => {
    const notices = shownNotices();
    announce({ title: "Luna is sold", undo: undoTo("Luna is available again") });
    announce({ title: "Lola is sold", undo: undoTo("Lola is available again") });
    notices()
      .find(({ title }) => title === "Luna is sold")
      ?.press();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    expect(lastAction()).toBe("Lola is sold");
  });

  it("an undo with the keyboard closes the notice that offers it", async () => {
    const notices = shownNotices();
    announce({ title: "Luna is sold", undo: undoTo("Luna is available again") });
    undoLast();
    await until(() => titlesOf(notices).includes("Luna is available again"));
    expect(titlesOf(notices)).toEqual(["Luna is available again"]);
  });

  it("shows no second notice if it has already said why it restored nothing", async () => {
    const notices = shownNotices();
    const undo = undoTo(undefined);
    remember({ title: "Before" });
    announce({ title: "Luna is sold", undo });
    undoLast();
    await until(() => titlesOf(notices).length === 0);
    expect([undo.run.mock.calls.length, lastAction()]).toEqual([1, "Before"]);
  });

  it("stays the last action after a failure, and can be retried", async () => {
    const notices = shownNotices();
    const run = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new ApiError("internal_error", "It failed.", 500))
      .mockResolvedValue("Put back");
    announce({ title: "Luna is sold", undo: { size: 1, run } });
    undoLast();
    await until(() => titlesOf(notices).includes("That did not work"));
    expect(lastAction()).toBe("Luna is sold");
    notices()[0]?.press();
    await until(() => titlesOf(notices).includes("Put back"));
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("waits for earlier undos, so that all run in order", async () => {
    const notices = shownNotices();
    const done: string[] = [];
    const ends = ["Luna", "Lola"].map((name) => {
      const end = Promise.withResolvers<string>();
      const run = async () => {
        done.push(name);
        return end.promise;
      };
      announce({ title: `${name} is sold`, undo: { size: 1, run } });
      return end;
    });
    const [lola, luna] = notices();
    luna?.press();
    lola?.press();
    lola?.press();
    await until(() => done.length > 0);
    expect([titlesOf(notices), done]).toEqual([["Waits for another undo: Lola is sold", "Luna is sold"], ["Luna"]]);
    ends[0]?.resolve("Luna is available again");
    await until(() => done.length === 2);
    expect(titlesOf(notices)).toEqual(["Luna is available again", "Undoing: Lola is sold"]);
    ends[1]?.resolve("Lola is available again");
    await until(() => titlesOf(notices).includes("Lola is available again"));
    await until(() => !titlesOf(notices).includes("Undoing: Lola is sold"));
    expect(done).toEqual(["Luna", "Lola"]);
  });

  it("still runs after the one before it has failed", async () => {
    const notices = shownNotices();
    const end = Promise.withResolvers<string>();
    announce({ title: "Lola is sold", undo: undoTo("Lola is available again") });
    announce({ title: "Luna is sold", undo: { size: 1, run: () => end.promise } });
    undoLast();
    undoLast();
    end.reject(new ApiError("internal_error", "It failed.", 500));
    await until(() => titlesOf(notices).includes("Lola is available again"));
    expect(titlesOf(notices)).toContain("That did not work");
    expect(lastAction()).toBe("Luna is sold");
  });

  it("can be cancelled while it waits, and stays the last action", async () => {
    const notices = shownNotices();
    const end = Promise.withResolvers<void>();
    const first = undoAlone({ title: "Luna is sold", size: 1 }, () => end.promise);
    const undo = undoTo("Lola is available again");
    announce({ title: "Lola is sold", undo });
    undoLast();
    expect(notices()[0]).toMatchObject({ title: "Waits for another undo: Lola is sold", label: "Cancel" });
    notices()[0]?.press();
    end.resolve();
    await first;
    await until(() => lastAction() === "Lola is sold");
    expect([undo.run.mock.calls.length, titlesOf(notices)]).toEqual([0, []]);
  });
});

describe("the last action", () => {
  it("says why it cannot be undone, and no older action is undone instead", () => {
    const notices = shownNotices();
    const older = undoTo("Put back");
    announce({ title: "Luna is sold", undo: older });
    announce({ title: "Order 7 is approved", whyNot: "Orders only go forward." });
    undoLast();
    expect(notices()[0]).toMatchObject({
      title: "This cannot be undone: Order 7 is approved",
      description: "Orders only go forward. You can undo earlier changes on the History page.",
    });
    expect(older.run).not.toHaveBeenCalled();
  });

  it("is remembered without a notice if the page has already announced it", () => {
    const notices = shownNotices();
    remember({ title: "Key made: Till" });
    expect([titlesOf(notices), lastAction()]).toEqual([[], "Key made: Till"]);
  });

  it("cannot be undone while a newer change is being saved", async () => {
    const notices = shownNotices();
    const undo = undoTo("Put back");
    announce({ title: "Luna is sold", undo });
    const save = Promise.withResolvers<void>();
    const saving = whileSaving(() => save.promise);
    undoLast();
    expect(titlesOf(notices)[0]).toBe("Your last change is still being saved");
    save.reject(new Error("It failed."));
    await expect(saving).rejects.toThrow("It failed.");
    undoLast();
    await until(() => titlesOf(notices).includes("Put back"));
    expect(undo.run).toHaveBeenCalledOnce();
  });

  it("can be undone while it is one of the last fifty", async () => {
    const notices = shownNotices();
    for (let count = 0; count < 51; count += 1) announce({ title: `Sold ${count}`, undo: undoTo(`Back ${count}`) });
    for (let count = 0; count < 50; count += 1) {
      undoLast();
      // Each undo has to end before the next.
      // oxlint-disable-next-line no-await-in-loop
      await until(() => titlesOf(notices).includes(`Back ${50 - count}`));
    }
    undoLast();
    expect(titlesOf(notices)[0]).toBe("There is nothing to undo");
  });
});
