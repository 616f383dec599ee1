/** A value that is known now, or later. */
export type MaybePromise<Value> = Value | Promise<Value>;
