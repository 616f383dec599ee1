// The generated types refer to those of the client, so the client cannot refer to them. A test compares both.

/** One problem of a request. It has at most one of `pointer`, `parameter` and `header`. */
export interface ProblemEntry {
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  readonly header?: string | undefined;
  readonly rule: string;
  readonly detail: string;
  readonly given?: string | number | boolean | null | undefined;
}

/** The thing that is in the way of a request. */
export interface ProblemConflict {
  readonly kind: string;
  readonly id: number | string;
}

/** The body of an error for programs (RFC 9457). Its code may be one that this version does not know. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly ProblemEntry[] | undefined;
  readonly conflict?: ProblemConflict | undefined;
}
