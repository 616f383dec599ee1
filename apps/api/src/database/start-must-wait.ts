import { OperatorError } from "../config/operator-error.js";

type Options = ErrorOptions & {
  /** The reason that `/readyz` shows. Anybody may read it, so it names neither the server nor the user. */
  readonly reason: string;
};

/** The database cannot be used now but may come back by itself, so a start waits for it. */
export class StartMustWait extends OperatorError {
  override name = "StartMustWait";
  readonly reason: string;

  constructor(problem: string, remedy: string, { reason, ...options }: Options) {
    super("database_unavailable", problem, remedy, { ...options, isTemporary: true });
    this.reason = reason;
  }
}
