import { Form } from "@base-ui/react/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { TextField } from "../components/field";
import { FormActions } from "../components/form-actions";
import { ShowPassword } from "../components/show-password";
import { InlineError } from "../components/states";
import { passkeysQuery } from "../features/account/queries";
import { ApiError, askAuth } from "../lib/service/api";
import { serverFieldErrors } from "../lib/service/field-errors";
import { readPasskeySupport } from "../lib/session/passkey-support";
import { reauthentication } from "../lib/session/reauthentication";
import { useAccount } from "../lib/session/roles";
import { askPasskey } from "../lib/session/sign-in";
import { useStore } from "../lib/page/store";
import { t } from "../texts";
import { signInProblem } from "./sign-in-problem";

const problemOf = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "invalid_password"
    ? new ApiError(error.code, `body.password ${t.reauthentication.wrong}`)
    : signInProblem(error);

/** A mutation that proves who the person is. */
const useProof = <Input,>(prove: (input: Input) => Promise<unknown>) =>
  useMutation({ mutationFn: prove, gcTime: 0, onSuccess: reauthentication.succeed });

const PasskeyProof = () => {
  const { data } = useQuery(passkeysQuery);
  const proof = useProof(async (_: void) => {
    const body = { response: await askPasskey() };
    return askAuth((auth, options) => auth.signIn.reauthenticateWithPasskey({ body, ...options }));
  });
  if (data === undefined || data.length === 0 || readPasskeySupport() !== "works") return null;
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Button icon={<Fingerprint aria-hidden size={16} />} isBusy={proof.isPending} onClick={() => proof.mutate()}>
        {t.passkeys.confirm}
      </Button>
      {proof.isError && <InlineError error={problemOf(proof.error)} />}
    </div>
  );
};

const PasswordProof = () => {
  const form = useId();
  const { email } = useAccount();
  const [isShown, setIsShown] = useState(false);
  const proof = useProof((password: string) =>
    askAuth((auth, options) => auth.signIn.reauthenticate({ body: { password }, ...options })),
  );
  const problem = problemOf(proof.error);
  const { fields, isComplete } = serverFieldErrors(problem, ["password"]);
  return (
    <Dialog
      isOpen
      onClose={reauthentication.cancel}
      title={t.reauthentication.title}
      description={t.reauthentication.detail}
      actions={
        <FormActions form={form} onCancel={reauthentication.cancel} label={t.common.confirm} isBusy={proof.isPending} />
      }
    >
      <Form
        id={form}
        noValidate
        errors={fields}
        className="flex flex-col gap-4"
        onFormSubmit={({ password }) => proof.mutate(String(password ?? ""))}
      >
        {/* Password managers need to know whose password it is. */}
        <input type="hidden" autoComplete="username" value={email} />
        <TextField
          name="password"
          label={t.signIn.password}
          type={isShown ? "text" : "password"}
          autoComplete="current-password"
          data-initial-focus
        />
        <ShowPassword label={t.signIn.showPassword} isShown={isShown} onChange={setIsShown} />
        {proof.isError && !isComplete && <InlineError error={problem} />}
      </Form>
      <PasskeyProof />
    </Dialog>
  );
};

/**
 * The dialog is shown over the page on which the person is working. After the confirmation the request continues; if
 * the person cancels, nothing changes.
 */
export const ReauthenticationDialog = () =>
  useStore(reauthentication.pending) === undefined ? null : <PasswordProof />;
