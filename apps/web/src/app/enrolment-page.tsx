// This must stay the first import: a schema that is created before it would try `new Function`, which the CSP reports.
import "../lib/service/zod-config";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../components/button";
import { CardPage } from "../components/card-page";
import { PasskeyHint } from "../components/passkey-hint";
import { PortalContainerProvider, PortalTarget } from "../components/portal-container";
import { SecretField } from "../components/secret-field";
import { InlineError } from "../components/states";
import { AddPasskeyDialog } from "../features/account/add-passkey-dialog";
import { toSecret } from "../features/account/recovery-codes";
import { useTotpSetup } from "../features/account/use-totp-setup";
import { readPasskeySupport } from "../lib/session/passkey-support";
import { useAccount } from "../lib/session/roles";
import { session } from "../lib/session/session";
import { t } from "../texts";
import { ReauthenticationDialog } from "./reauthentication-dialog";
import { SessionEnded } from "./session-ended";

/** Asks for the session again, which is no longer restricted. */
const finish = () => void session.start();

/** Shows the recovery codes before the admin opens. */
const Codes = ({ codes }: { readonly codes: readonly string[] }) => {
  const { title, label, value, fileName, detail } = toSecret(codes);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="rounded-md bg-warning-soft px-3 py-2 text-on-warning-soft">{detail}</p>
      <SecretField label={label} value={value} fileName={fileName} />
      <Button onClick={finish}>{t.secondFactor.codesKept}</Button>
    </div>
  );
};

type Totp = ReturnType<typeof useTotpSetup>;

const TotpSteps = ({ setup, enable, end }: Totp) => {
  const form = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-initial-focus]")?.focus(), []);
  if (setup === undefined) return null;
  return (
    <div ref={box} className="flex flex-col gap-4">
      <h2 className="font-semibold">{t.secondFactor.setUpTitle}</h2>
      <setup.Form id={form} setup={setup.secret} onSubmit={enable.mutate} error={enable.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={end}>{t.common.back}</Button>
        <Button type="submit" form={form} variant="primary" isBusy={enable.isPending}>
          {t.secondFactor.turnOn}
        </Button>
      </div>
    </div>
  );
};

const Choice = ({ start }: Totp) => {
  const { name } = useAccount();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <p className="text-sm">{t.enrolment.detail(name)}</p>
      <section className="flex flex-col items-start gap-2 rounded-lg border border-line p-4 text-sm">
        <h2 className="font-semibold">{t.enrolment.app}</h2>
        <p className="text-muted">{t.enrolment.appDetail}</p>
        <Button variant="primary" isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
          {t.secondFactor.setUp}
        </Button>
        {start.isError && <InlineError error={start.error} />}
      </section>
      <section className="flex flex-col items-start gap-2 rounded-lg border border-line p-4 text-sm">
        <h2 className="font-semibold">{t.enrolment.passkey}</h2>
        <p className="text-muted">{t.enrolment.passkeyDetail}</p>
        <PasskeyHint />
        {readPasskeySupport() === "works" && <Button onClick={() => setIsAdding(true)}>{t.passkeys.add}</Button>}
      </section>
      <Button variant="quiet" onClick={() => void session.signOut()}>
        {t.shell.signOut}
      </Button>
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} onAdded={finish} />}
    </>
  );
};

const dialogs = (
  <>
    <ReauthenticationDialog />
    <SessionEnded />
    <PortalTarget />
  </>
);

/** The only page that is shown until the account has the second factor that the service requires. */
export const EnrolmentPage = () => {
  const totp = useTotpSetup();
  return (
    <PortalContainerProvider>
      <CardPage title={t.enrolment.title} isWide dialogs={dialogs}>
        {totp.recoveryCodes !== undefined && <Codes codes={totp.recoveryCodes} />}
        {totp.recoveryCodes === undefined && totp.setup !== undefined && <TotpSteps {...totp} />}
        {totp.recoveryCodes === undefined && totp.setup === undefined && <Choice {...totp} />}
      </CardPage>
    </PortalContainerProvider>
  );
};
