import { expect, it } from "vitest";
import { runHook, until } from "../../../test/support/hook";
import { useDocumentTitle } from "./document-title";

it("the title names the open item, the page and the store, until the item closes", async () => {
  let open: string | undefined = "Bella";
  const page = await runHook(() => {
    // React runs the effects of the components on a page before the effects of the page itself.
    useDocumentTitle(open, true);
    useDocumentTitle("Animals");
  });
  await until(() => document.title === "Bella · Animals · Pet Store");
  open = undefined;
  page.rerender();
  await until(() => document.title !== "Bella · Animals · Pet Store");
  expect(document.title).toBe("Animals · Pet Store");
});
