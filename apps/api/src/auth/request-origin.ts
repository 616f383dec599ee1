import type { AuthCall, AuthOperationId } from "./auth-operation.js";

/** Where a request comes from, as audit events name it. */
export type RequestOrigin = { readonly address: string | null; readonly userAgent: string | null };

export const requestOriginOf = ({
  address,
  headers,
}: Pick<AuthCall<AuthOperationId>, "address" | "headers">): RequestOrigin => ({
  address: address ?? null,
  userAgent: headers.get("user-agent"),
});
