import type { PetFields } from "@petstore/contract/client";
import { describe, expect, it } from "vitest";
import { petFieldsOf } from "../../../test/support/examples";
import { describeUndo } from "./describe-undo";
import type { FullPetChange } from "../pets/full-pet-change";

const luna = petFieldsOf();
const sold: PetFields = { ...luna, status: "sold" };
const edit = (from: PetFields | null, to: PetFields | null, id = 1): FullPetChange => ({ id, from, to });

describe("the words for an undo", () => {
  it.each([
    ["Luna is available again", [edit(sold, luna)]],
    ["Renamed Lola back to Luna", [edit({ ...luna, name: "Lola" }, luna)]],
    ["Put Luna back into its category", [edit({ ...luna, categoryId: 2 }, luna)]],
    ["Put back Luna as it was", [edit({ ...sold, categoryId: 2 }, luna)]],
    ["Deleted Luna", [edit(luna, null)]],
    ["Brought back Luna", [edit(null, luna)]],
    ["Marked 2 animals available again", [edit(sold, luna), edit(sold, luna, 2)]],
    ["Put back 2 animals as they were", [edit(sold, luna), edit(sold, { ...luna, status: "pending" }, 2)]],
    ["Put back 2 animals as they were", [edit(sold, luna), edit(null, luna, 2)]],
    ["Put 2 animals back into their categories", [1, 2].map((id) => edit({ ...luna, categoryId: 2 }, luna, id))],
    ["Deleted 2 animals", [edit(luna, null), edit(luna, null, 2)]],
    ["Brought back 2 animals", [edit(null, luna), edit(null, luna, 2)]],
  ])("says: %s", (text, edits) => {
    expect(describeUndo(edits)).toBe(text);
  });
});
