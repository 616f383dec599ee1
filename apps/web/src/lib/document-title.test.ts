import { expect, it } from "vitest";
import { runHook, settled } from "../../test/support/hook";
import { useDocumentTitle } from "./document-title";

it("names what is open, its page and the store, and the page alone once that is closed", async () => {
  let open: string | undefined = "Bella";
  const page = await runHook(() => {
    // What is on a page runs first.
    useDocumentTitle(open, true);
    useDocumentTitle("Animals");
  });
  const title = async () => {
    await settled();
    return document.title;
  };
  expect(await title()).toBe("Bella · Animals · Pet Store");
  open = undefined;
  page.rerender();
  expect(await title()).toBe("Animals · Pet Store");
});
