import { askAuth } from "../../lib/service/api";
import { useWrite } from "../../lib/service/use-write";

/** Makes a passkey in this browser and adds it to the account. */
export const useAddPasskey = (onAdded: (name: string) => void) =>
  useWrite({
    send: async (name: string) => {
      const [{ body: options }, { createPasskey }] = await Promise.all([
        askAuth((auth, options) => auth.passkeys.startPasskeyRegistration(options)),
        import("../../lib/session/webauthn"),
      ]);
      const response = await createPasskey(options);
      return (await askAuth((auth, options) => auth.passkeys.addPasskey({ body: { name, response }, ...options })))
        .body;
    },
    onSuccess: ({ name }) => onAdded(name),
  });
