import { describe } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet } from "../support/rows.js";

describe.skipIf(!hasBrowser)("two people at one animal", () => {
  test("see who edits it, and who caused a conflict", async ({ open, api }) => {
    const { id } = await addPet(api);
    const address = `/animals?id=${id}&open=${id}`;
    const chris = await open(address, { role: "clerk" });
    // Changes of others do not reach this one before it saves.
    const mara = await open(address, { role: "manager", allow: [/409/], isDeaf: true });
    const [his, hers] = [chris, mara].map((page) => page.getByRole("dialog", { name: `Animal ${id}` }));
    await hers?.getByLabel("Name").fill(unique("Hers"));
    await his?.getByText("Mara is editing this animal too").waitFor();
    await his?.getByLabel("Name").fill(unique("His"));
    await hers?.getByText("Chris is editing this animal too").waitFor();
    await his?.getByRole("button", { name: "Save" }).click();
    await his?.waitFor({ state: "detached" });
    await hers?.getByText("Chris is editing this animal too").waitFor({ state: "detached" });
    await hers?.getByRole("button", { name: "Save" }).click();
    const conflict = mara.getByRole("dialog", { name: "has changed since you saw it" });
    await conflict.getByText(/^Chris changed/).waitFor();
  });
});
