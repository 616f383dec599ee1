import { Form } from "@base-ui/react/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button";
import { TextField } from "../components/field";
import { ShowPassword } from "../components/show-password";
import { InlineError } from "../components/states";
import { toApiError, toFailure } from "../lib/service/api-error";
import { authClient } from "../lib/service/auth-client";
import { serverFieldErrors } from "../lib/service/field-errors";
import { invitation } from "../lib/session/invitation";
import { type SecondFactor, session } from "../lib/session/session";
import { t } from "../texts";
import { signInProblem } from "./sign-in-problem";

const rethrow = (error: unknown): never => {
  throw toFailure(error);
};

const accept = async (body: { readonly code: string; readonly password: string }) => {
  const response = await authClient.invitations.acceptInvitation({ body }).catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  // The code has been used, so a reload now shows the sign-in page or the admin.
  invitation.leaveAddress();
  return session.enter(response.body);
};

type InvitationPasswordFormProps = {
  readonly code: string;
  readonly email: string;
  readonly onNeedsMore: (methods: SecondFactor["methods"]) => void;
};

/** Accepts the invitation. Afterwards the person is signed in, or needs only the second factor. */
export const InvitationPasswordForm = ({ code, email, onNeedsMore }: InvitationPasswordFormProps) => {
  const [isShown, setIsShown] = useState(false);
  const send = useMutation({
    mutationFn: accept,
    networkMode: "always",
    gcTime: 0,
    onSuccess: (needed) => (needed === undefined ? invitation.leave() : onNeedsMore(needed.methods)),
  });
  const problem = signInProblem(send.error);
  const { fields, isComplete } = serverFieldErrors(problem, ["password"]);
  return (
    <Form
      noValidate
      errors={fields}
      className="flex flex-col gap-4"
      onFormSubmit={({ password }) => send.mutate({ code, password: String(password ?? "") })}
    >
      {/* Password managers need to know whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} />
      <TextField
        name="password"
        label={t.invitation.password}
        help={t.sessions.passwordHelp}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        autoFocus
      />
      <ShowPassword label={t.sessions.show} isShown={isShown} onChange={setIsShown} />
      {send.isError && !isComplete && <InlineError error={problem} />}
      <Button type="submit" variant="primary" isBusy={send.isPending}>
        {t.invitation.submit}
      </Button>
    </Form>
  );
};
