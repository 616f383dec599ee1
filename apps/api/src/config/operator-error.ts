/**
 * The complete list of codes by which programs can tell OperatorErrors apart. No code is ever renamed.
 * docs/operations.md explains them.
 */
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

/**
 * A mistake that the operator can correct. Programs print it as one sentence that contains the place, the rule and the
 * remedy.
 */
export class OperatorError extends Error {
  override name = "OperatorError";
  readonly code: OperatorErrorCode;
  readonly problem: string;
  readonly remedy: string;
  /** Values that programs can use in addition to the sentence. */
  readonly details: Readonly<Record<string, unknown>>;
  /** True if the same start may succeed later without a change of the configuration. */
  readonly isTemporary: boolean;

  /**
   * @param problem - The first part of the sentence, ending in `;` or `:`, or a complete sentence.
   * @param remedy - The rest of the sentence.
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
