type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Browsers have no `navigator.clipboard` on http pages of another machine. There the old copy command of the field
 * still works.
 */
const copySelection = (field: Field): boolean => {
  field.select();
  return document.execCommand("copy");
};

/** Copies the text of a field. @returns whether it worked; if not, the text is selected for Ctrl/Cmd+C */
export const copyField = async (field: Field): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return copySelection(field);
  }
};
