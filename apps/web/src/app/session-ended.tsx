import { Dialog } from "../components/dialog";
import { Button } from "../components/button";
import { useAccount } from "../lib/session/roles";
import { session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { t } from "../texts";
import { SignInForm } from "./sign-in-form";

/**
 * A dialog that is shown over the page when the session has ended. The page stays as it is: requests wait, and typed
 * text is kept.
 */
export const SessionEnded = () => {
  const { name, email } = useAccount();
  const state = useStore(session.state);
  const isOpen = state.phase === "signed-in" && state.hasEnded;
  return (
    <Dialog isOpen={isOpen} title={t.signIn.endedTitle} description={t.signIn.ended(name)}>
      <SignInForm email={email}>
        <Button variant="quiet" onClick={() => location.reload()}>
          {t.signIn.otherAccount}
        </Button>
      </SignInForm>
    </Dialog>
  );
};
