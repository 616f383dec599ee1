import { OperatorError } from "../config/operator-error.js";

type Options = ErrorOptions & {
  /** What `/readyz` shows, which anybody may read: it names neither the server nor the user. */
  readonly reason: string;
};

/** The database cannot be used now, and may come back by itself: a start waits for it. */
export class StartMustWait extends OperatorError {
  override name = "StartMustWait";
  readonly reason: string;

  constructor(problem: string, remedy: string, { reason, ...options }: Options) {
    super("database_unavailable", problem, remedy, { ...options, isTemporary: true });
    this.reason = reason;
  }
}
