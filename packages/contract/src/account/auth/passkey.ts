import * as z from "zod";
import { Id } from "../../http/identifiers.js";
import { moment } from "../../http/moments.js";
import { nameOf } from "../../http/names.js";
import { personal } from "../../http/personal.js";
import { rule } from "../../http/rules.js";
import { RegistrationResponse } from "./webauthn.js";

/** The passkey in the examples of all routes. */
export const laptop = { id: 4, name: "Laptop", createdAt: "2026-11-21T09:30:00.000Z", lastUsedAt: null };

const PasskeyName = personal(nameOf(100), "kept").meta({
  description: "A name that distinguishes it from other passkeys: 1 to 100 characters.",
  examples: ["Laptop"],
});
const passkeyId = Id.meta({ description: "The id of the passkey.", examples: [4] });

/** A passkey of the account, without its key. */
export const Passkey = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [4] }),
    name: personal(z.string(), "kept").meta({ description: "The name that the person gave it.", examples: ["Laptop"] }),
    createdAt: moment.meta({ description: "When it was added, in UTC.", examples: [laptop.createdAt] }),
    lastUsedAt: moment.nullable().meta({
      description: "When it was last used to prove who the person is, in UTC; null if it never was.",
      examples: [null],
    }),
  })
  .meta({ id: "Passkey", description: "A passkey of the account." });

const body = rule("must be a JSON object");
/** The body of `addPasskey`. */
export const NewPasskey = z
  .strictObject({ name: PasskeyName, response: RegistrationResponse }, body)
  .meta({ id: "NewPasskey", description: "A passkey to be added." });
/** The body of `renamePasskey`. */
export const PasskeyRename = z
  .strictObject({ id: passkeyId, name: PasskeyName }, body)
  .meta({ id: "PasskeyRename", description: "The new name of a passkey." });
/** The body of `deletePasskey`. */
export const PasskeyReference = z.strictObject({ id: passkeyId }, body).meta({
  id: "PasskeyReference",
  description: "Names a passkey of the account that is signed in.",
  examples: [{ id: 4 }],
});
