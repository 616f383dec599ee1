/** Closing takes 150 ms, and the navigation that closes a drawer may take longer on a slow device. */
const LONGEST_MS = 3_000;

const isPlain = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey;

/** Only the browser itself can type into a field by a key, so the text is added here. */
const type = (key: string) => {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // Checkboxes and numbers have no selection.
  if (field.selectionStart === null || field.selectionEnd === null) return;
  field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: key, inputType: "insertText" }));
};

const press = (event: KeyboardEvent) => {
  const send = (name: string) =>
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(name, event));
  if (send("keydown")) type(event.key);
  send("keyup");
};

/**
 * Keeps the characters that a person types right after Escape until the dialog is gone, and then types them on the page.
 * A dialog that fades out, or that waits for its navigation, still has the focus, so they would be lost.
 * @param escape - The event of the key Escape that closes the dialog.
 */
export const keepKeysAfter = (escape: Event): void => {
  const { target } = escape;
  const dialog = target instanceof Element ? target.closest("[role=dialog], [role=alertdialog]") : null;
  if (dialog === null) return;
  const kept: KeyboardEvent[] = [];
  const end = performance.now() + LONGEST_MS;
  const keep = (event: KeyboardEvent) => {
    // If the dialog first asks something, the keys are for the question.
    const isElsewhere = dialog.isConnected && event.target instanceof Node && !dialog.contains(event.target);
    if (isElsewhere || !isPlain(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(event);
  };
  const wait = () => {
    if (dialog.isConnected && performance.now() < end) {
      requestAnimationFrame(wait);
      return;
    }
    // The focus returns to the page in the frame after the dialog is gone.
    requestAnimationFrame(() => {
      removeEventListener("keydown", keep, true);
      for (const event of kept) press(event);
    });
  };
  addEventListener("keydown", keep, true);
  wait();
};
