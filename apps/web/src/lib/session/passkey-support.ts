const isIpAddress = (hostname: string): boolean => hostname.startsWith("[") || /^[\d.]+$/.test(hostname);

const isLoopback = (hostname: string): boolean => hostname === "[::1]" || hostname.startsWith("127.");

/** Whether this browser can use passkeys here: WebAuthn needs HTTPS or localhost, and a name instead of an IP address. */
export const readPasskeySupport = (): "works" | "needsName" | "none" => {
  if (globalThis.PublicKeyCredential === undefined) return "none";
  return isIpAddress(location.hostname) ? "needsName" : "works";
};

/** The same page where passkeys work; undefined if only the people who run the service know its name. */
export const passkeyAddress = (): string | undefined => {
  const { hostname, port, pathname } = location;
  return isLoopback(hostname) ? `http://localhost${port === "" ? "" : `:${port}`}${pathname}` : undefined;
};
