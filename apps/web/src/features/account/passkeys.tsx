import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { Section } from "../../components/page";
import { PasskeyHint } from "../../components/passkey-hint";
import { LoadError, SkeletonRows } from "../../components/states";
import { useKeptFocus } from "../../lib/page/kept-focus";
import { readPasskeySupport } from "../../lib/session/passkey-support";
import { announce } from "../../lib/history/undo";
import { t } from "../../texts";
import { AddPasskeyDialog } from "./add-passkey-dialog";
import { PasskeyRow } from "./passkey-row";
import { passkeysQuery } from "./queries";

/** The passkeys of the account, with which a person signs in instead of with a password. */
export const Passkeys = () => {
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(passkeysQuery);
  const { data, error } = query;
  const list = useKeptFocus<HTMLDivElement>(data?.length ?? 0);
  const add = (
    <Button icon={<Plus aria-hidden size={16} />} onClick={() => setIsAdding(true)}>
      {t.passkeys.add}
    </Button>
  );
  return (
    <Section title={t.passkeys.title} actions={readPasskeySupport() === "works" && add}>
      <p className="-mt-2 text-sm text-muted">{t.passkeys.detail}</p>
      <PasskeyHint />
      {data === undefined && error === null && <SkeletonRows count={1} />}
      <LoadError query={query} isInline />
      {data !== undefined && (
        <div ref={list} tabIndex={-1} className="outline-none">
          {data.length === 0 && <p className="text-sm text-muted">{t.passkeys.none}</p>}
          {data.length > 0 && (
            <ul>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
        </div>
      )}
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => setIsAdding(false)}
          onAdded={(name) => {
            setIsAdding(false);
            announce({ title: t.passkeys.added(name) });
          }}
        />
      )}
    </Section>
  );
};
