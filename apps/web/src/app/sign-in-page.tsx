import { CardPage } from "../components/card-page";
import { InlineError } from "../components/states";
import { ApiError } from "../lib/api-error";
import { session } from "../lib/session";
import { t } from "../texts";
import { SignInForm } from "./sign-in-form";

type SignInPageProps = { readonly onType: () => void; readonly isUnconfirmed?: boolean | undefined };

/** @param isUnconfirmed - A sign-out failed. */
export const SignInPage = ({ onType, isUnconfirmed = false }: SignInPageProps) => (
  <CardPage title={t.signIn.title} onInput={onType}>
    {isUnconfirmed && (
      <InlineError error={new ApiError("unexpected", t.signIn.unconfirmed)} onRetry={() => void session.signOut()} />
    )}
    <SignInForm>
      <p className="text-sm text-muted">{t.signIn.help}</p>
    </SignInForm>
  </CardPage>
);
