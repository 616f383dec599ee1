import { describe } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet } from "../support/rows.js";

describe.skipIf(!hasBrowser)("two people at one animal", () => {
  test("see who is editing it, and who caused a conflict", async ({ open, api }) => {
    const { id } = await addPet(api);
    const address = `/animals?id=${id}&open=${id}`;
    const chris = await open(address, { role: "clerk" });
    // This page receives no changes of others before it saves.
    const mara = await open(address, { role: "manager", allow: [/409/], isDeaf: true });
    const [first, second] = [chris, mara].map((page) => page.getByRole("dialog", { name: `Animal ${id}` }));
    await second?.getByLabel("Name").fill(unique("Second"));
    await first?.getByText("Mara is editing this animal too").waitFor();
    await first?.getByLabel("Name").fill(unique("First"));
    await second?.getByText("Chris is editing this animal too").waitFor();
    await first?.getByRole("button", { name: "Save" }).click();
    await first?.waitFor({ state: "detached" });
    await second?.getByText("Chris is editing this animal too").waitFor({ state: "detached" });
    await second?.getByRole("button", { name: "Save" }).click();
    const conflict = mara.getByRole("dialog", { name: "has changed since you saw it" });
    await conflict.getByText(/^Chris changed/).waitFor();
  });
});
