/**
 * The header field that passes the client's address to better-auth. Clients cannot set it, because the service passes
 * on only its own header fields.
 */
export const clientAddressHeader = "x-petstore-client-address";

/** RFC 6265bis §4.1.3.2: browsers accept a `__Host-` cookie only over TLS and only for this host. */
export const cookiePrefix = (isSecure: boolean): string => (isSecure ? "__Host-petstore" : "petstore");
