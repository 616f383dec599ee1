import { CardPage } from "../components/card-page";
import { t } from "../texts";
import { SignInForm } from "./sign-in-form";

export const SignInPage = ({ onType }: { readonly onType: () => void }) => (
  <CardPage title={t.signIn.title} onInput={onType}>
    <SignInForm>
      <p className="text-sm text-muted">{t.signIn.help}</p>
    </SignInForm>
  </CardPage>
);
