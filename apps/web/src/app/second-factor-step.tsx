import { Form } from "@base-ui/react/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../components/button";
import { TextField } from "../components/field";
import { InlineError } from "../components/states";
import { ApiError } from "../lib/service/api-error";
import { serverFieldErrors } from "../lib/service/field-errors";
import type { SecondFactor } from "../lib/session/session";
import { signInWithRecoveryCode, signInWithTotp } from "../lib/session/sign-in";
import { typedCode } from "../lib/session/typed-code";
import { t } from "../texts";
import { PasskeySignIn } from "./passkey-sign-in";
import { signInProblem } from "./sign-in-problem";

type CodeKind = "totp" | "recoveryCode";

const fields = {
  totp: {
    label: t.secondFactor.code,
    help: t.secondFactor.codeHelp,
    inputMode: "numeric",
    autoComplete: "one-time-code",
  },
  recoveryCode: {
    label: t.signIn.recoveryCode,
    help: t.signIn.recoveryCodeHelp,
    inputMode: "text",
    autoComplete: "off",
  },
} as const;

type CodeFormProps = { readonly kind: CodeKind; readonly onSignedIn?: (() => void) | undefined };

const CodeForm = ({ kind, onSignedIn }: CodeFormProps) => {
  const send = useMutation({
    mutationFn: kind === "totp" ? signInWithTotp : signInWithRecoveryCode,
    networkMode: "always",
    gcTime: 0,
    ...(onSignedIn && { onSuccess: onSignedIn }),
  });
  const problem = signInProblem(send.error);
  const { fields: problems, isComplete } = serverFieldErrors(problem, ["code"]);
  const hasEnded = problem instanceof ApiError && problem.code === "challenge_ended";
  return (
    <Form
      noValidate
      errors={problems}
      className="flex flex-col gap-4"
      onFormSubmit={({ code }) => send.mutate(typedCode(code))}
    >
      {!hasEnded && <TextField name="code" {...fields[kind]} autoCapitalize="none" spellCheck={false} autoFocus />}
      {send.isError && !isComplete && <InlineError error={problem} />}
      {!hasEnded && (
        <Button type="submit" variant="primary" isBusy={send.isPending}>
          {t.signIn.submit}
        </Button>
      )}
    </Form>
  );
};

type SecondFactorStepProps = {
  readonly methods: SecondFactor["methods"];
  readonly onRestart: () => void;
  readonly onSignedIn?: () => void;
};

/** The step after the password: a code, or a passkey. */
export const SecondFactorStep = ({ methods, onRestart, onSignedIn }: SecondFactorStepProps) => {
  const [first, second] = (["totp", "recoveryCode"] as const).filter((kind) => methods.includes(kind));
  const [isSecond, setIsSecond] = useState(false);
  const kind = isSecond ? second : first;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="font-semibold">{t.signIn.codeTitle}</h2>
        <p className="text-sm text-muted">{t.signIn.codeDetail}</p>
      </div>
      {kind !== undefined && <CodeForm key={kind} kind={kind} onSignedIn={onSignedIn} />}
      {second !== undefined && (
        <Button onClick={() => setIsSecond(!isSecond)}>{isSecond ? t.signIn.toApp : t.signIn.toRecoveryCode}</Button>
      )}
      {methods.includes("passkey") && <PasskeySignIn onSignedIn={onSignedIn} />}
      <Button variant="quiet" onClick={onRestart}>
        {t.signIn.startAgain}
      </Button>
    </div>
  );
};
