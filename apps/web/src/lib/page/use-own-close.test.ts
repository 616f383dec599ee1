import { expect, it, vi } from "vitest";
import { runHook, settled, until } from "../../../test/support/hook";
import { useOwnClose } from "./use-own-close";

it("closes a dialog only if it still shows the same item", async () => {
  const onClose = vi.fn<() => void>();
  const shown = { id: 1 };
  const hook = await runHook(() => [useOwnClose(onClose, shown.id), shown.id] as const);
  const [ofFirst] = hook.now();
  await settled();
  ofFirst();
  expect(onClose).toHaveBeenCalledOnce();
  shown.id = 2;
  hook.rerender();
  await until(() => hook.now()[1] === 2);
  const [ofSecond] = hook.now();
  ofFirst();
  expect(onClose).toHaveBeenCalledOnce();
  ofSecond();
  hook.unmount();
  await settled();
  ofSecond();
  expect(onClose).toHaveBeenCalledTimes(2);
});
