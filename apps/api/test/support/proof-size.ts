export const isFull = process.env["PROOFS"] === "full";

/**
 * Returns the rounds, seconds or runs of a proof: few in `.ci/run`, many in `npx pnpm test:proofs`, or the value of
 * `variable`.
 */
export const proofSize = (variable: string, sizes: { readonly short: number; readonly full: number }): number =>
  Number(process.env[variable] ?? (isFull ? sizes.full : sizes.short));
