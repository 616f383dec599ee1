/** The closed list of what programs can tell apart in an OperatorError: none is renamed. docs/operations.md explains them. */
export const operatorErrorCodes = [
  "bad_rows",
  "conflict",
  "cursor_expired",
  "database_unavailable",
  "email_taken",
  "file_exists",
  "invalid_environment",
  "invalid_file",
  "last_owner",
  "not_confirmed",
  "not_found",
  "problems_found",
  "schema_mismatch",
  "start_failed",
  "store_unusable",
  "unreadable_file",
  "unwritable_file",
] as const;

export type OperatorErrorCode = (typeof operatorErrorCodes)[number];

type Options = ErrorOptions & {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly isTemporary?: boolean;
};

/** A mistake that the operator can correct. Programs print its one sentence: place, rule, remedy. */
export class OperatorError extends Error {
  override name = "OperatorError";
  readonly code: OperatorErrorCode;
  readonly problem: string;
  readonly remedy: string;
  /** What programs can use beside the sentence. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same start may succeed later without a change of its configuration. */
  readonly isTemporary: boolean;

  /**
   * @param problem - The first part of the sentence, with its `;` or `:`, or a sentence of its own.
   * @param remedy - The rest.
   */
  constructor(
    code: OperatorErrorCode,
    problem: string,
    remedy: string,
    { details = {}, isTemporary = false, ...options }: Options = {},
  ) {
    super(`${problem}${remedy.startsWith("\n") ? "" : " "}${remedy}`, options);
    this.code = code;
    this.problem = problem;
    this.remedy = remedy;
    this.details = details;
    this.isTemporary = isTemporary;
  }
}
