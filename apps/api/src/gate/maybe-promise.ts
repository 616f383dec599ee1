export type MaybePromise<Value> = Value | Promise<Value>;
