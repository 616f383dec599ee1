import type { ReactNode } from "react";
import { Data } from "../../components/data";
import { Page, Section } from "../../components/page";
import { useAccount } from "../../lib/session/roles";
import { t } from "../../texts";
import { Appearance } from "./appearance";
import { OwnSessions } from "./own-sessions";
import { Passkeys } from "./passkeys";
import { PasswordForm } from "./password-form";
import { SecondFactor } from "./second-factor";

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid gap-x-4 py-1 sm:grid-cols-[8rem_1fr]">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

const You = () => {
  const { name, email, role } = useAccount();
  return (
    <Section title={t.account.you}>
      <dl className="text-sm">
        <Fact label={t.account.name}>
          <Data>{name}</Data>
        </Fact>
        <Fact label={t.account.email}>
          <Data>{email}</Data>
        </Fact>
        <Fact label={t.account.role}>
          {t.common.role[role]}
          {role !== "owner" && <span className="block text-muted">{t.account.changeByOwner}</span>}
        </Fact>
      </dl>
    </Section>
  );
};

export const AccountPage = () => (
  <Page title={t.account.title}>
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <You />
        <PasswordForm />
        <SecondFactor />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Passkeys />
        <OwnSessions />
        <Appearance />
      </div>
    </div>
  </Page>
);
