import { linkTo } from "./links.js";

/** What a response says about the deprecation of its operation. */
export type Deprecation = {
  readonly operation: string;
  /** The date of `Deprecation` (RFC 9745 §2). */
  readonly since: Date;
  /** The date of `Sunset` (RFC 8594 §3), when the operation is removed. */
  readonly sunset: Date | null;
  /** The path of its replacement. */
  readonly successor: string | null;
  /** The page that says what to do. */
  readonly documentation: string | null;
};

/** @returns Undefined if the operation is not deprecated. */
export const readDeprecation = (operation: string, headers: Headers): Deprecation | undefined => {
  const [, seconds] = /^@(\d{1,11})$/.exec(headers.get("deprecation") ?? "") ?? [];
  if (seconds === undefined) return undefined;
  const sunset = new Date(headers.get("sunset") ?? "");
  return {
    operation,
    since: new Date(Number(seconds) * 1_000),
    sunset: Number.isNaN(sunset.getTime()) ? null : sunset,
    successor: linkTo("successor-version", headers),
    documentation: linkTo("deprecation", headers),
  };
};

export const warnOfDeprecation = ({ operation, sunset, successor, documentation }: Deprecation): void => {
  const end = sunset === null ? "" : ` and is removed on ${sunset.toISOString().slice(0, 10)}`;
  const remedy = successor === null ? "" : `; use ${successor}`;
  const page = documentation === null ? "" : ` (${documentation})`;
  // This is the default, because a library has no log of its own.
  // oxlint-disable-next-line no-console
  console.warn(`Pet Store: ${operation} is deprecated${end}${remedy}${page}`);
};
