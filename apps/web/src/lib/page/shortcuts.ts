import { useEffect } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { singleKeys } from "./preferences";
import { createStore, useStore } from "./store";

export type ShortcutGroup = "general" | "go" | "list";

/** A shortcut as the help lists it. */
export type Shortcut = {
  readonly keys: string;
  readonly label: string;
  readonly group: ShortcutGroup;
  /** Shortcuts of a dialog do not clash with the shortcuts of the page behind it. */
  readonly inDialog: boolean;
};

type Options = {
  readonly group?: ShortcutGroup;
  readonly isEnabled?: boolean;
  /** Whether it also works in a text field. Use this only if the field itself does not use the keys. */
  readonly inFields?: boolean;
  /** Whether it also works while a dialog is open. */
  readonly inDialog?: boolean;
};

/** The shortcuts that work on the page at the moment. */
export const activeShortcuts = createStore<readonly Shortcut[]>([]);

const stepsOf = (keys: string): readonly string[] => keys.split(">");

/** Whether two shortcuts would react to the same keys: `s` also reacts to the first key of `s>a`. */
const isClash = (one: Shortcut, other: Shortcut): boolean => {
  const [first, second] = [stepsOf(one.keys), stepsOf(other.keys)];
  const shared = Math.min(first.length, second.length);
  return one.inDialog === other.inDialog && first.slice(0, shared).join() === second.slice(0, shared).join();
};

/** @returns the keys of the shortcuts that answer to the same keys as an earlier one */
export const clashesOf = (shortcuts: readonly Shortcut[]): readonly string[] =>
  shortcuts.flatMap((one, at) => (shortcuts.slice(0, at).some((other) => isClash(other, one)) ? [one.keys] : []));

const hasModifier = (keys: string) => keys.includes("mod");

const isSequence = (keys: string) => keys.includes(">");

const isModified = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey;

/** A checkbox takes no text, so the shortcuts of its row still work. */
const isInField = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio])"));

const isInDialog = (event: KeyboardEvent) =>
  event.target instanceof Element && event.target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null;

/**
 * @param keys - Keys such as `mod+k` (Ctrl, or Cmd on a Mac) or `n`, or a sequence such as `g>o`. Keys without a
 * modifier can be switched off (WCAG 2.1.4).
 */
export const useShortcut = (keys: string, label: string, run: () => void, options: Options = {}): void => {
  const { group = "list", isEnabled = true, inFields = false, inDialog = false } = options;
  const areSingleKeysOn = useStore(singleKeys);
  const isOn = isEnabled && (areSingleKeysOn || hasModifier(keys));

  const isIgnored = (event: KeyboardEvent) =>
    (!inFields && isInField(event)) || (!inDialog && isInDialog(event)) || (isSequence(keys) && isModified(event));

  // The library does not call `ignoreEventWhen` for sequences, so without this, typing "Vegas" would open Animals.
  const runUnlessIgnored = (event: KeyboardEvent) => {
    if (!isIgnored(event)) run();
  };
  useHotkeys(keys, runUnlessIgnored, {
    enabled: isOn,
    preventDefault: (event) => !isIgnored(event),
    useKey: !hasModifier(keys),
    sequenceTimeoutMs: 1_500,
    enableOnFormTags: true,
    ignoreEventWhen: isIgnored,
  });

  useEffect(() => {
    if (!isOn) return undefined;
    const shortcut = { keys, label, group, inDialog };
    activeShortcuts.set([...activeShortcuts.get(), shortcut]);
    return () => activeShortcuts.set(activeShortcuts.get().filter((one) => one !== shortcut));
  }, [isOn, keys, label, group, inDialog]);
};
