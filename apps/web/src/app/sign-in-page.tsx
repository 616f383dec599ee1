import { useEffect } from "react";
import { t } from "../texts";
import { SignInForm } from "./sign-in-form";

export const SignInPage = ({ onType }: { readonly onType: () => void }) => {
  useEffect(() => {
    document.title = t.signIn.title;
  }, []);
  return (
    <main onInput={onType} className="flex min-h-dvh items-center justify-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-raised">
        <h1 className="flex items-center gap-3 text-lg font-semibold">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {t.signIn.title}
        </h1>
        <SignInForm>
          <p className="text-sm text-muted">{t.signIn.help}</p>
        </SignInForm>
      </div>
    </main>
  );
};
