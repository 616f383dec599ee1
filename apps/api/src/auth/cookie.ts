/** Reads and writes the cookies of `/auth`, except better-auth's own. */
export const cookieNamed = (name: string, cookies = ""): string =>
  cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/** @returns a `Set-Cookie` field @param seconds - 0 deletes the cookie. */
export const writeCookie = (name: string, value: string, seconds: number, isSecure: boolean): string =>
  `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${isSecure ? "; Secure" : ""}; SameSite=Strict`;
