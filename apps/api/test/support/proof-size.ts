export const isFull = process.env["PROOFS"] === "full";

/** The rounds, seconds or runs of a proof: short in `.ci/run`, full in `npx pnpm test:proofs`, or what `variable` says. */
export const proofSize = (variable: string, sizes: { readonly short: number; readonly full: number }): number =>
  Number(process.env[variable] ?? (isFull ? sizes.full : sizes.short));
