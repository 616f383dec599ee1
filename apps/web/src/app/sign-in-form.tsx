import { useMutation } from "@tanstack/react-query";
import { Form } from "@base-ui/react/form";
import { useState, type ReactNode } from "react";
import { Button } from "../components/button";
import { TextField } from "../components/field";
import { InlineError } from "../components/states";
import { ApiError } from "../lib/api-error";
import { session } from "../lib/session";
import { t } from "../texts";

const problemOf = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 401) return new ApiError(error.code, t.signIn.wrong, 401);
  if (error.status === 429) {
    return new ApiError(error.code, t.signIn.tooMany(Math.ceil((error.retryAfterMs ?? 60_000) / 1_000)), 429);
  }
  return error;
};

type SignInFormProps = { readonly email?: string; readonly children?: ReactNode };

/** @param email - Of the account whose session ended: it is not asked for again. */
export const SignInForm = ({ email, children }: SignInFormProps) => {
  const [isShown, setIsShown] = useState(false);
  const signIn = useMutation({ mutationFn: session.signIn, networkMode: "always" });
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
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4.5 accent-accent"
          checked={isShown}
          onChange={(event) => setIsShown(event.target.checked)}
        />
        {t.signIn.showPassword}
      </label>
      {signIn.isError && <InlineError error={problemOf(signIn.error)} />}
      <Button type="submit" variant="primary" isBusy={signIn.isPending}>
        {signIn.isPending ? t.signIn.submitting : t.signIn.submit}
      </Button>
      {children}
    </Form>
  );
};
