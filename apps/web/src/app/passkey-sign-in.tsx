import { useMutation } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { Button } from "../components/button";
import { PasskeyHint } from "../components/passkey-hint";
import { InlineError } from "../components/states";
import { readPasskeySupport } from "../lib/session/passkey-support";
import { signInWithPasskey } from "../lib/session/sign-in";
import { t } from "../texts";
import { signInProblem } from "./sign-in-problem";

/** The button to sign in with a passkey. It shows nothing if the browser does not support passkeys. */
export const PasskeySignIn = ({ onSignedIn }: { readonly onSignedIn?: (() => void) | undefined }) => {
  const support = readPasskeySupport();
  const [isExplained, setIsExplained] = useState(false);
  const signIn = useMutation({
    mutationFn: () => signInWithPasskey(),
    networkMode: "always",
    ...(onSignedIn && { onSuccess: onSignedIn }),
  });
  if (support === "none") return null;
  return (
    <>
      <Button
        icon={<Fingerprint aria-hidden size={16} />}
        isBusy={signIn.isPending}
        onClick={() => (support === "works" ? signIn.mutate() : setIsExplained(true))}
      >
        {t.passkeys.use}
      </Button>
      {isExplained && <PasskeyHint />}
      {signIn.isError && <InlineError error={signInProblem(signIn.error)} />}
    </>
  );
};
