export const isFull = process.env["PROOFS"] === "full";

/**
 * Returns the number of rounds, seconds or runs of a proof: a small one in `.ci/run`, a large one in `npx --yes pnpm
 * test:proofs`, or the value of `variable`.
 */
export const proofSize = (variable: string, sizes: { readonly short: number; readonly full: number }): number =>
  Number(process.env[variable] ?? (isFull ? sizes.full : sizes.short));
