import { onTestFinished, vi } from "vitest";
import { noticeManager, type NoticeData } from "../../src/lib/page/notices";

type Given = Parameters<typeof noticeManager.add>[0];

type Shown = NoticeData & {
  readonly title: unknown;
  readonly description: unknown;
  readonly type: string | undefined;
  readonly timeout: number | undefined;
  /** The label of its button. */
  readonly label: unknown;
  readonly press: () => void;
};

const toShown = ({ title, description, type, timeout, actionProps, data }: Given): Shown => ({
  title,
  description,
  type,
  timeout,
  label: actionProps?.children,
  press: () => actionProps?.onClick?.(undefined as never),
  ...data,
});

/**
 * Observes the notices of a test without a page.
 * @returns a function that returns the visible ones, the newest first
 */
export const shownNotices = (): (() => readonly Shown[]) => {
  const open = new Map<string, Given>();
  const { add, close, update } = noticeManager;
  const spies = [
    vi.spyOn(noticeManager, "add").mockImplementation((given) => {
      const id = add(given);
      open.set(id, given);
      return id;
    }),
    vi.spyOn(noticeManager, "update").mockImplementation((id, changes) => {
      open.set(id, { ...open.get(id), ...changes });
      update(id, changes);
    }),
    vi.spyOn(noticeManager, "close").mockImplementation((id) => {
      open.delete(id ?? "");
      close(id);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => [...open.values()].toReversed().map(toShown);
};

/** Returns the titles of the notices. */
export const titlesOf = (notices: () => readonly Shown[]): readonly unknown[] => notices().map(({ title }) => title);
