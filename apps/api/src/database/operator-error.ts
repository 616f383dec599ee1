/**
 * A mistake that the operator can mend: a bad variable, a port in use, a folder that is not writable.
 * `message` is one sentence that names the place, the rule and the remedy. Programs print it and exit
 * with 1, without a stack trace; every other error is a defect and keeps its trace.
 */
export class OperatorError extends Error {
  override name = "OperatorError";
}
