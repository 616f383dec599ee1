/**
 * A mistake that the operator can correct: a bad variable, a port in use, a folder that is not writable. `message` is one sentence
 * that names the place, the rule and the remedy; programs print it without a stack trace and exit with 1.
 */
export class OperatorError extends Error {
  override name = "OperatorError";
}
