import { CardPage } from "../components/card-page";
import { InlineError } from "../components/states";
import { ApiError } from "../lib/service/api-error";
import { session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { t } from "../texts";
import { SignInForm } from "./sign-in-form";

export const SignInPage = ({ onType }: { readonly onType: () => void }) => {
  const state = useStore(session.state);
  return (
    <CardPage title={t.signIn.title} onInput={onType}>
      {state.phase === "signed-out" && state.isUnconfirmed === true && (
        <InlineError error={new ApiError("unexpected", t.signIn.unconfirmed)} onRetry={() => void session.signOut()} />
      )}
      <SignInForm>
        <p className="text-sm text-muted">{t.signIn.help}</p>
      </SignInForm>
    </CardPage>
  );
};
