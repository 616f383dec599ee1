import { Form } from "@base-ui/react/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button";
import { CardPage } from "../components/card-page";
import { Data } from "../components/data";
import { TextField } from "../components/field";
import { InlineError, SkeletonRows } from "../components/states";
import { isTemporary, toApiError, toFailure } from "../lib/service/api-error";
import { authClient } from "../lib/service/auth-client";
import { formatMoment } from "../lib/text/format";
import { invitation } from "../lib/session/invitation";
import { type SecondFactor, session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { t } from "../texts";
import { InvitationPasswordForm } from "./invitation-password-form";
import { SecondFactorStep } from "./second-factor-step";
import { signInProblem } from "./sign-in-problem";

type CodeProps = { readonly code: string };

const rethrow = (error: unknown): never => {
  throw toFailure(error);
};

const show = async (code: string) => {
  const response = await authClient.invitations.showInvitation({ body: { code } }).catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  return response.body;
};

const CodeForm = () => (
  <Form
    noValidate
    className="flex flex-col gap-4"
    onFormSubmit={({ code }) => {
      const text = String(code ?? "").trim();
      if (text !== "") invitation.use(text);
    }}
  >
    <p className="text-sm">{t.invitation.codeDetail}</p>
    <TextField
      name="code"
      label={t.invitation.code}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
    />
    <Button type="submit" variant="primary">
      {t.invitation.show}
    </Button>
    <Button variant="quiet" onClick={invitation.leave}>
      {t.invitation.toSignIn}
    </Button>
  </Form>
);

/** Says that accepting the invitation ends the session of the person who is signed in here. */
const OtherSession = () => {
  const state = useStore(session.state);
  if (state.phase !== "signed-in") return null;
  return (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft">
      {t.invitation.otherSession(state.user.name)}
    </p>
  );
};

const Open = ({ code }: CodeProps) => {
  const [methods, setMethods] = useState<SecondFactor["methods"]>();
  const { data, error, refetch } = useQuery({
    queryKey: ["invitation", code],
    queryFn: () => show(code),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // The code is a secret until it is used.
    gcTime: 0,
  });
  if (error !== null) {
    return (
      <>
        <InlineError error={signInProblem(error)} {...(isTemporary(error) && { onRetry: () => void refetch() })} />
        <Button onClick={invitation.forget}>{t.invitation.otherCode}</Button>
        <Button variant="quiet" onClick={invitation.leave}>
          {t.invitation.toSignIn}
        </Button>
      </>
    );
  }
  if (data === undefined) return <SkeletonRows count={3} />;
  if (methods !== undefined) {
    return <SecondFactorStep methods={methods} onRestart={invitation.leave} onSignedIn={invitation.leave} />;
  }
  return (
    <>
      <div className="flex flex-col gap-1 text-sm">
        <h2 className="text-lg font-semibold">{t.invitation.welcome(data.name)}</h2>
        <p>
          <Data className="wrap-anywhere">{data.email}</Data> · {t.common.role[data.role]}
        </p>
        <p className="text-muted">{t.invitation.detail}</p>
        <p className="text-muted">
          {t.invitation.until} <time dateTime={data.expiresAt}>{formatMoment(data.expiresAt)}</time>
        </p>
      </div>
      <OtherSession />
      <InvitationPasswordForm code={code} email={data.email} onNeedsMore={setMethods} />
    </>
  );
};

/** The page on which an invited person chooses a password. */
export const InvitationPage = () => {
  const code = useStore(invitation.state)?.code;
  return (
    <CardPage title={t.invitation.title}>
      {code === undefined ? <CodeForm /> : <Open key={code} code={code} />}
    </CardPage>
  );
};
