import type { LiveApiKey } from "@petstore/contract/client";
import { PasswordChange } from "@petstore/contract/schemas";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { Section } from "../../components/page";
import { ShowPassword } from "../../components/show-password";
import { ApiError, askAuth } from "../../lib/service/api";
import { useAccount } from "../../lib/session/roles";
import { session } from "../../lib/session/session";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { WorkingKeys } from "./working-keys";

/** The server's sentence says what to send. A person wants to know which of the two passwords is wrong. */
const atField = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "invalid_password"
    ? new ApiError(error.code, `body.currentPassword ${t.account.wrongPassword}`)
    : error;

export const PasswordForm = () => {
  const { email } = useAccount();
  const [isShown, setIsShown] = useState(false);
  const [keys, setKeys] = useState<readonly LiveApiKey[]>([]);
  const [changes, setChanges] = useState(0);
  const change = useWrite({
    send: async ({ currentPassword, newPassword }: z.output<typeof PasswordChange>) => {
      const body = { currentPassword, newPassword };
      return (await askAuth((auth, options) => session.replaceBy(auth.signIn.changePassword({ body, ...options }))))
        .body;
    },
    onSuccess: ({ apiKeys, user }) => {
      // The keys of the previous sessions have all ended.
      session.forgetKey();
      session.setUser(user);
      setKeys(apiKeys);
      setChanges((count) => count + 1);
      announce({ title: t.account.changed });
    },
  });
  const type = isShown ? "text" : "password";
  return (
    <Section title={t.account.password}>
      <p className="-mt-2 text-sm text-muted">{t.account.passwordDetail}</p>
      <div className="max-w-md">
        {/* The key empties the form after a change. */}
        <ContractForm
          key={changes}
          schema={PasswordChange}
          toInput={({ currentPassword, newPassword }) => ({ currentPassword, newPassword })}
          onSubmit={change.mutate}
          error={atField(change.error)}
        >
          {/* Password managers need to know whose password it is. */}
          <input type="hidden" autoComplete="username" value={email} />
          <TextField
            name="currentPassword"
            label={t.account.currentPassword}
            type={type}
            autoComplete="current-password"
          />
          <TextField
            name="newPassword"
            label={t.sessions.newPassword}
            help={t.sessions.passwordHelp}
            type={type}
            autoComplete="new-password"
          />
          <ShowPassword label={t.sessions.show} isShown={isShown} onChange={setIsShown} />
          <div>
            <Button type="submit" variant="primary" isBusy={change.isPending}>
              {t.account.change}
            </Button>
          </div>
        </ContractForm>
      </div>
      <WorkingKeys keys={keys} />
    </Section>
  );
};
