const isIpAddress = (hostname: string): boolean => hostname.startsWith("[") || /^[\d.]+$/.test(hostname);

const isLoopback = (hostname: string): boolean => hostname === "[::1]" || hostname.startsWith("127.");

/**
 * Whether this browser can use passkeys at this address. WebAuthn needs HTTPS or localhost, and a host name instead of
 * an IP address.
 */
export const readPasskeySupport = (): "works" | "needsName" | "none" => {
  if (globalThis.PublicKeyCredential === undefined) return "none";
  return isIpAddress(location.hostname) ? "needsName" : "works";
};

/**
 * Returns the address of this page where passkeys work. It is undefined if only the operators of the service know its
 * name.
 */
export const passkeyAddress = (): string | undefined => {
  const { hostname, port, pathname } = location;
  return isLoopback(hostname) ? `http://localhost${port === "" ? "" : `:${port}`}${pathname}` : undefined;
};
