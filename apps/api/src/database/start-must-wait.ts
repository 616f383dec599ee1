import { OperatorError } from "../config/operator-error.js";

type Options = ErrorOptions & {
  /** The reason that `/readyz` shows. Everyone may read it, so it contains neither the server nor the user. */
  readonly reason: string;
};

/** Means that the database cannot be used now but may become usable by itself, so the start waits for it. */
export class StartMustWait extends OperatorError {
  override name = "StartMustWait";
  readonly reason: string;

  constructor(problem: string, remedy: string, { reason, ...options }: Options) {
    super("database_unavailable", problem, remedy, { ...options, isTemporary: true });
    this.reason = reason;
  }
}
