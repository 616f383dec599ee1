/** An operation, as the generated table of routes describes it. */
export type Route = {
  readonly operation: string;
  readonly method: string;
  /** The path, with `:name` for each path parameter. */
  readonly path: string;
  readonly takesIdempotencyKey: boolean;
  /** The names of the calls that read every entry and every page, if the operation links to pages. */
  readonly listing: { readonly all: string; readonly pages: string } | undefined;
  /** The time limit of its response, if it is longer than usual; otherwise 0. */
  readonly timeoutMs: number;
  /** The statuses below 400 that the contract declares. An error shows by its body whether the service sent it. */
  readonly statuses: ReadonlySet<number>;
};

/** @param line - A line of generated/routes.ts, such as `POST /pets key 201`. */
export const readRoute = (operation: string, line: string): Route => {
  const [method = "", path = "", ...words] = line.split(" ");
  const [, timeoutMs = 0] = / timeout=(\d+)/.exec(line) ?? [];
  const [, all, pages] = / pages=(\w+),(\w+)/.exec(line) ?? [];
  return {
    operation,
    method,
    path,
    takesIdempotencyKey: words.includes("key"),
    listing: all !== undefined && pages !== undefined ? { all, pages } : undefined,
    timeoutMs: Number(timeoutMs),
    statuses: new Set(words.map(Number)),
  };
};
