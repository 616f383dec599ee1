/** The limits that `bench web` sets for the admin. Sizes are in kB of 1,000 bytes. */
export const limits = {
  listScriptKb: 260,
  signInScriptKb: 210,
  cssKb: 20,
  files: 12,
  clickMs: 1_000,
  clickOfSmall: 1.2,
  interactionMs: 200,
} as const;
