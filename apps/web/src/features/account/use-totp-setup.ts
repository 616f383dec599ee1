import type { TotpSecret } from "@petstore/contract/client";
import { useState } from "react";
import { askAuth } from "../../lib/service/api";
import { useWrite } from "../../lib/service/use-write";
import type { TotpForm } from "./totp-form";

type Setup = { readonly secret: TotpSecret; readonly Form: typeof TotpForm };

/** Turns on the codes from an app. Call `start`, then `enable` with the form's values, then show the recovery codes. */
export const useTotpSetup = () => {
  const [setup, setSetup] = useState<Setup>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const start = useWrite({
    send: async () => {
      const [{ body }, { TotpForm }] = await Promise.all([
        askAuth((auth, options) => auth.twoFactor.startTotp(options)),
        // The form is loaded here because it draws QR codes, which nothing else on the page needs.
        import("./totp-form"),
      ]);
      setSetup({ secret: body, Form: TotpForm });
    },
  });
  const enable = useWrite({
    send: async (code: string) => {
      const { body } = await askAuth((auth, options) => auth.twoFactor.enableTotp({ body: { code }, ...options }));
      setRecoveryCodes(body.recoveryCodes);
    },
  });
  const end = () => {
    setSetup(undefined);
    setRecoveryCodes(undefined);
    enable.reset();
  };
  return { start, setup, enable, recoveryCodes, end };
};
