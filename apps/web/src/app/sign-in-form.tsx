import { useMutation } from "@tanstack/react-query";
import { Form } from "@base-ui/react/form";
import { useState, type ReactNode } from "react";
import { Button } from "../components/button";
import { TextField } from "../components/field";
import { ShowPassword } from "../components/show-password";
import { InlineError } from "../components/states";
import type { SecondFactor } from "../lib/session/session";
import { signInWithPassword } from "../lib/session/sign-in";
import { t } from "../texts";
import { PasskeySignIn } from "./passkey-sign-in";
import { SecondFactorStep } from "./second-factor-step";
import { signInProblem } from "./sign-in-problem";

type SignInFormProps = { readonly email?: string | undefined; readonly children?: ReactNode };

type PasswordStepProps = SignInFormProps & { readonly onNeedsMore: (methods: SecondFactor["methods"]) => void };

const PasswordStep = ({ email, onNeedsMore, children }: PasswordStepProps) => {
  const [isShown, setIsShown] = useState(false);
  const signIn = useMutation({
    mutationFn: signInWithPassword,
    networkMode: "always",
    onSuccess: (needed) => needed && onNeedsMore(needed.methods),
  });
  return (
    <Form
      noValidate
      className="flex flex-col gap-4"
      onFormSubmit={(values) =>
        signIn.mutate({ email: email ?? String(values["email"] ?? ""), password: String(values["password"] ?? "") })
      }
    >
      {email === undefined && (
        <TextField name="email" label={t.signIn.email} type="email" autoComplete="username" required autoFocus />
      )}
      <TextField
        name="password"
        label={t.signIn.password}
        type={isShown ? "text" : "password"}
        autoComplete="current-password"
        required
        autoFocus={email !== undefined}
      />
      <ShowPassword label={t.signIn.showPassword} isShown={isShown} onChange={setIsShown} />
      {signIn.isError && <InlineError error={signInProblem(signIn.error)} />}
      <Button type="submit" variant="primary" isBusy={signIn.isPending}>
        {signIn.isPending ? t.signIn.submitting : t.signIn.submit}
      </Button>
      <PasskeySignIn />
      {children}
    </Form>
  );
};

/** @param email - The address of the account whose session has ended. The form does not ask for it again. */
export const SignInForm = (props: SignInFormProps) => {
  const [methods, setMethods] = useState<SecondFactor["methods"]>();
  if (methods === undefined) return <PasswordStep {...props} onNeedsMore={setMethods} />;
  return <SecondFactorStep methods={methods} onRestart={() => setMethods(undefined)} />;
};
