import type { AuthenticationOptions, RegistrationOptions } from "@petstore/contract/client";
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { ApiError } from "../service/api-error";
import { t } from "../../texts";

const toFailure = (error: unknown, relyingParty: string): unknown => {
  const cause = error instanceof WebAuthnError ? error.cause : error;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : "";
  if (name === "InvalidStateError") return new ApiError("passkey_exists", t.passkeys.exists);
  if (name === "SecurityError") return new ApiError("passkey_address", t.passkeys.wrongAddress(relyingParty));
  if (name === "NotAllowedError" || name === "AbortError") return new ApiError("passkey_refused", t.passkeys.refused);
  return new ApiError("passkey_failed", t.passkeys.failed);
};

/** Lets the person create a passkey. @throws {ApiError} */
export const createPasskey = async (options: RegistrationOptions) => {
  try {
    // The cast is needed because the contract allows transports and hints that the library does not know yet.
    return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
  } catch (error) {
    throw toFailure(error, options.rp.id);
  }
};

/** Lets the person choose one of their passkeys. @throws {ApiError} */
export const choosePasskey = async (optionsJSON: AuthenticationOptions) => {
  try {
    return await startAuthentication({ optionsJSON });
  } catch (error) {
    throw toFailure(error, optionsJSON.rpId);
  }
};
