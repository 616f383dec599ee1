import type { LiveApiKey } from "@petstore/contract/client";
import { useState } from "react";
import { Button } from "../../components/button";
import { LiveKeys } from "../../components/live-keys";
import { ask } from "../../lib/service/api";
import { notifyFailure } from "../../lib/page/notices";
import { useHasRole } from "../../lib/session/roles";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";

/** Lists the keys that still work after a change of the password. */
export const WorkingKeys = ({ keys }: { readonly keys: readonly LiveApiKey[] }) => {
  const isManager = useHasRole("manager");
  const [revokedIds, setRevokedIds] = useState<readonly number[]>([]);
  const revoke = useWrite({
    send: ({ id }: LiveApiKey) =>
      ask((api, options) => api.apiKeys.revokeApiKey({ params: { keyId: id }, ...options })),
    onSuccess: (_, { id, name }) => {
      setRevokedIds((ids) => [...ids, id]);
      announce({ title: t.account.keyRevoked(name) });
    },
    onError: (error) => notifyFailure(error),
  });
  const revokeButton = (key: LiveApiKey) =>
    revokedIds.includes(key.id) ? (
      <span className="text-muted">{t.keys.states.revoked}</span>
    ) : (
      <Button
        aria-label={t.account.revokeKeyOf(key.name)}
        isBusy={revoke.isPending && revoke.variables.id === key.id}
        onClick={() => revoke.mutate(key)}
      >
        {t.account.revokeKey}
      </Button>
    );
  if (keys.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line p-3">
      <LiveKeys
        label={isManager ? t.account.keysWorking : t.sessions.keysWorking}
        keys={keys}
        action={isManager ? revokeButton : undefined}
      />
      {!isManager && <p className="text-sm text-muted">{t.account.keysManager}</p>}
    </div>
  );
};
