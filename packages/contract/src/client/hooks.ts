/** One attempt at a request, as the client's hooks see it. */
export interface RequestInfo {
  /** The name of the operation, such as `listPets`. */
  readonly operation: string;
  readonly method: string;
  /** The path without its query, which may contain personal data. */
  readonly path: string;
  /** 1 for the first attempt, 2 for the first retry. */
  readonly attempt: number;
}

/** An attempt that has ended. */
export interface ResponseInfo extends RequestInfo {
  /** The status of the response, or null if none arrived. */
  readonly status: number | null;
  /** The time from the call of the key function to the end of the response's body. */
  readonly durationMs: number;
}

/** Functions that the client calls before and after each attempt, for metrics and traces. */
export interface Hooks {
  /** The client calls this before each attempt. An error in it does not affect the request. */
  readonly onRequest?: ((request: RequestInfo) => void) | undefined;
  /** The client calls this after each attempt, also if no response arrived. An error in it does not affect the request. */
  readonly onResponse?: ((response: ResponseInfo) => void) | undefined;
}

/** Calls a hook at once, and ignores what it throws or rejects with. */
export const notify = <Info>(hook: ((info: Info) => unknown) | undefined, info: Info): void => {
  new Promise((resolve) => {
    resolve(hook?.(info));
  }).catch(() => {});
};
