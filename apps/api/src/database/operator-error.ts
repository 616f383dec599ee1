/** A mistake that the operator can correct. Programs print its one sentence (place, rule, remedy) and exit with 1. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
