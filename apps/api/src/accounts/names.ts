import type { Config } from "../config.js";

/** The client's address on its way to better-auth, in a header that no client can set. */
export const clientAddressHeader = "x-petstore-client-address";

/** The origin that better-auth sees, whichever one a client uses. */
export const internalOrigin = "http://petstore.internal";

/** RFC 6265bis §4.1.3.2: a browser takes a cookie of this name over TLS alone, and only for this one host. */
export const cookiePrefix = (isSecure: boolean): string => (isSecure ? "__Host-petstore" : "petstore");

/** Whether clients reach the service over TLS: then its cookies are for TLS alone. */
export const isSecureOrigin = ({ publicUrl = "" }: Pick<Config, "publicUrl">): boolean =>
  URL.canParse(publicUrl) && new URL(publicUrl).protocol === "https:";
