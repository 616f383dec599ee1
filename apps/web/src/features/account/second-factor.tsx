import type { TwoFactor } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { QuestionDialog } from "../../components/question-dialog";
import { Section } from "../../components/page";
import { type Secret, SecretDialog } from "../../components/secret-dialog";
import { LoadError, SkeletonRows } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { announce } from "../../lib/history/undo";
import { useQuestion } from "../../lib/session/use-question";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { lastFactorProblem } from "./last-factor";
import { twoFactorQuery } from "./queries";
import { toSecret } from "./recovery-codes";
import { TotpSetup } from "./totp-setup";

const NewCodes = () => {
  const [secret, setSecret] = useState<Secret>();
  const renew = useWrite({
    send: async () => {
      const { body } = await askAuth((auth, options) => auth.twoFactor.renewRecoveryCodes(options));
      setSecret(toSecret(body.recoveryCodes));
    },
    onSuccess: () => question.close(),
  });
  const question = useQuestion(renew);
  return (
    <>
      <Button onClick={question.ask}>{t.secondFactor.newCodes}</Button>
      <QuestionDialog
        question={question}
        write={renew}
        title={t.secondFactor.newCodesTitle}
        description={t.secondFactor.newCodesDetail}
        confirmLabel={t.secondFactor.newCodes}
      />
      {secret !== undefined && (
        <SecretDialog title={secret.title} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
};

const TurnOff = () => {
  const turnOff = useWrite({
    send: () => askAuth((auth, options) => auth.twoFactor.disableTotp(options)),
    onSuccess: () => {
      question.close();
      announce({ title: t.secondFactor.turnedOff });
    },
  });
  const question = useQuestion(turnOff);
  return (
    <>
      <Button variant="danger" onClick={question.ask}>
        {t.secondFactor.turnOff}
      </Button>
      <QuestionDialog
        question={question}
        write={turnOff}
        explain={lastFactorProblem}
        title={t.secondFactor.turnOffTitle}
        description={t.secondFactor.turnOffDetail}
        confirmLabel={t.secondFactor.turnOff}
        isDanger
      />
    </>
  );
};

const On = ({ recoveryCodesLeft }: TwoFactor) => (
  <>
    <p className={recoveryCodesLeft === 0 ? "text-sm text-danger" : "text-sm"}>
      {recoveryCodesLeft === 0 ? t.secondFactor.noCodesLeft : t.secondFactor.codesLeft(recoveryCodesLeft)}
    </p>
    <div className="flex flex-wrap gap-2">
      <NewCodes />
      <TurnOff />
    </div>
  </>
);

/** Shows whether the account needs a code from an app in addition to the password, and turns that on or off. */
export const SecondFactor = () => {
  const query = useQuery(twoFactorQuery);
  const { data, error } = query;
  const box = useRef<HTMLDivElement>(null);
  const badge = data && (
    <Badge tone={data.totp ? "accent" : "neutral"}>{data.totp ? t.secondFactor.on : t.secondFactor.off}</Badge>
  );
  return (
    <Section title={t.secondFactor.title} actions={badge}>
      <p className="-mt-2 text-sm text-muted">{t.secondFactor.detail}</p>
      {data === undefined && error === null && <SkeletonRows count={1} />}
      <LoadError query={query} isInline />
      {data !== undefined && (
        <div ref={box} className="flex flex-col gap-3">
          {data.totp && <On {...data} />}
          {/* TotpSetup stays while the recovery codes show, although the second factor is on by then. */}
          <TotpSetup isOn={data.totp} finalFocus={() => box.current?.querySelector("button") ?? null} />
        </div>
      )}
    </Section>
  );
};
