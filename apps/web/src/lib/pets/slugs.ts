/**
 * Turns a label into a name: "Good with children" is `good_with_children`.
 * @returns "" if the label has no Latin letter
 */
export const slugOf = (label: string): string =>
  label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, 40)
    .replace(/_$/, "");
