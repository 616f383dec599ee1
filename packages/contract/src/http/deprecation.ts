import { DEPRECATIONS_PATH } from "./documentation-pages.js";
import type { Deprecation } from "./metadata.js";

/**
 * `GET /pets/{petId}` has been deprecated since release 1.0.0. The published interface sets the date of its removal.
 */
export const getPetDeprecation: Deprecation = {
  since: new Date("2026-11-21T00:00:00Z"),
  sunset: new Date("2030-12-05T00:00:00Z"),
  successor: "/v1/pets",
};

/** `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3) and `Link` of a deprecated operation. */
export const deprecationHeaders = ({ since, sunset, successor }: Deprecation) => ({
  Deprecation: `@${since.getTime() / 1000}`,
  Sunset: sunset.toUTCString(),
  Link: `<${successor}>; rel="successor-version", <${DEPRECATIONS_PATH}>; rel="deprecation"; type="text/html"`,
});
