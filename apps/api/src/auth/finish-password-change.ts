import { takeLiveApiKeys } from "../api-keys/live-api-keys.js";
import type { Change } from "../operation/operation.js";
import type { AuthCall } from "./auth-call.js";
import type { Devices } from "./devices.js";

/** Who gives somebody else another password may do so because a stranger knew the old one. */
const isRevokedByDefault = ({ route, signedIn }: AuthCall, accountId: bigint) =>
  route.path === "/admin/set-user-password" && signedIn?.account.id !== accountId;

/**
 * Completes a change of a password, in its transaction: ends the sessions of an account that an owner changed, lists the API
 * keys that outlive them or revokes these too, and keeps the browser that changed its own password a known device.
 * @returns better-auth's answer with `apiKeys` and `apiKeysRevoked`.
 */
export const finishPasswordChange = async (
  call: AuthCall,
  change: Pick<Change, "tx" | "record">,
  { accountId, response, devices }: { accountId: bigint; response: Response; devices: Devices },
): Promise<Response> => {
  const isOwn = call.route.path === "/change-password";
  if (!isOwn) await change.tx.session.deleteMany({ where: { accountId } });
  const given = (call.input as { revokeApiKeys?: boolean }).revokeApiKeys;
  const apiKeysRevoked = given ?? isRevokedByDefault(call, accountId);
  const apiKeys = await takeLiveApiKeys(change, accountId, apiKeysRevoked);
  const { status, headers } = response;
  const answer = Response.json(
    { ...((await response.json()) as object), apiKeys, apiKeysRevoked },
    { status, headers },
  );
  if (isOwn && call.signedIn !== undefined) {
    const where = { userId_providerId: { userId: accountId, providerId: "credential" } };
    const { password } = await change.tx.credential.findUniqueOrThrow({ where });
    const cookies = call.headers.get("cookie") ?? undefined;
    answer.headers.append("Set-Cookie", devices.cookieFor(cookies, call.signedIn.account.email, password ?? ""));
  }
  return answer;
};
