import type { Deprecation } from "./metadata.js";

/** Where the service describes what is deprecated, in words for people. */
export const DEPRECATIONS_PATH = "/deprecations";

/** `GET /pets/{petId}`: deprecated with release 1.0.0, removed on the date that the published interface names. */
export const getPetDeprecation: Deprecation = {
  since: new Date("2026-11-21T00:00:00Z"),
  sunset: new Date("2030-12-05T00:00:00Z"),
  successor: "/v1/pets",
};

/**
 * The header fields of a deprecated operation's answers: `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3) and
 * `Link` to what takes its place and to the page about it.
 */
export const deprecationHeaders = ({ since, sunset, successor }: Deprecation) => ({
  Deprecation: `@${since.getTime() / 1000}`,
  Sunset: sunset.toUTCString(),
  Link: `<${successor}>; rel="successor-version", <${DEPRECATIONS_PATH}>; rel="deprecation"; type="text/html"`,
});
