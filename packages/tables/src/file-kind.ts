/**
 * The kinds of files that are recognised by their first bytes. `old-workbook` also stands for a workbook with a
 * password.
 */
export type FileKind = "text" | "workbook" | "old-workbook" | "picture" | "pdf";

/** The number of bytes that are needed to recognise the kind of a file. */
export const SIGNATURE_BYTES = 12;

/** The signatures in hexadecimal digits. */
const signatures: readonly (readonly [FileKind, RegExp])[] = [
  // A workbook is a ZIP archive.
  ["workbook", /^504b0304/],
  // Older workbooks and those with a password are compound files.
  ["old-workbook", /^d0cf11e0/],
  // JPEG, PNG, GIF, WebP, HEIC and AVIF.
  ["picture", /^ffd8ff|^89504e47|^47494638|^52494646.{8}57454250|^.{8}66747970(?:686569|6d6966|617669)/],
  ["pdf", /^255044462d/],
];

/** Returns the kind of a file, so that the error for a wrong file can name it. */
export const fileKindOf = (bytes: Uint8Array): FileKind => {
  const start = [...bytes.subarray(0, SIGNATURE_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return signatures.find(([, signature]) => signature.test(start))?.[0] ?? "text";
};
