import { describe, expect } from "vitest";
import { hasBrowser, test } from "./support/browser.js";
import { findProblemsOfScenes, scenesWithLongTexts } from "./support/long-texts.js";

// Each layout at its narrowest. test/proofs/widths.proof.ts has every width from 320 to 1,920 px in steps of 40, and the dialogs.
const edges = [320, 640, 768, 960, 1024, 1120, 1184, 1280, 1920];

describe.skipIf(!hasBrowser)("every page with long texts", () => {
  test("cuts no text, never scrolls sideways, and covers no focus at any edge of a layout", async ({ open, api }) => {
    const scenes = await scenesWithLongTexts(api);
    const page = await open("/account");
    expect(await findProblemsOfScenes(page, scenes, { texts: edges, focus: [320, 800] })).toEqual([]);
  });
});
