import type { ApiKey } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Moment } from "../../components/data";
import { ConfirmDialog } from "../../components/dialog";
import { LiveKeys } from "../../components/live-keys";
import { InlineError, LoadError } from "../../components/states";
import { ask } from "../../lib/service/api";
import { announce } from "../../lib/history/undo";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { descendantsQuery } from "./queries";

const MAX_LISTED = 10;

type DescendantsProps = {
  readonly apiKeys: readonly ApiKey[];
  readonly count: number;
  readonly areIncluded: boolean;
  readonly onInclude: (areIncluded: boolean) => void;
};

/** Lists the keys that the key created, directly or through others. */
const Descendants = ({ apiKeys, count, areIncluded, onInclude }: DescendantsProps) => (
  <div className="flex flex-col gap-1 rounded-md border border-line p-3">
    <LiveKeys label={t.keys.descendants(count)} keys={apiKeys.slice(0, MAX_LISTED)} />
    {count > MAX_LISTED && <p className="text-sm">{t.keys.moreDescendants(count - MAX_LISTED)}</p>}
    <label className="flex min-h-9 items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4.5 accent-accent"
        checked={areIncluded}
        onChange={({ target }) => onInclude(target.checked)}
      />
      {t.keys.revokeDescendants}
    </label>
  </div>
);

type RevokeKeyDialogProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

export const RevokeKeyDialog = ({ apiKey: { id, name, lastFour, lastUsedAt }, onClose }: RevokeKeyDialogProps) => {
  const close = useOwnClose(onClose);
  const descendants = useQuery(descendantsQuery(id));
  const [areIncluded, setAreIncluded] = useState(false);
  const revoke = useWrite({
    send: () => {
      const call = { params: { keyId: id }, query: { descendants: areIncluded } };
      return ask((api, options) => api.apiKeys.revokeApiKey({ ...call, ...options }));
    },
    onSuccess: () => {
      const count = areIncluded ? (descendants.data?.count ?? 0) : 0;
      announce({ title: count === 0 ? t.keys.revoked(name) : t.keys.revokedWith(name, count) });
      close();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined)}
      title={t.keys.revokeTitle(name)}
      description={t.keys.revokeDetail}
      confirmLabel={t.keys.revoke}
      isDanger
      isBusy={revoke.isPending || descendants.isPending}
    >
      <p className="text-sm font-medium">{t.keys.revokeWhich(lastFour)}</p>
      {lastUsedAt === null ? (
        <p className="text-sm">{t.keys.revokeUnused}</p>
      ) : (
        <p className="text-sm">
          {t.keys.revokeUsed} <Moment at={lastUsedAt} />
        </p>
      )}
      {descendants.data !== undefined && descendants.data.count > 0 && (
        <Descendants {...descendants.data} areIncluded={areIncluded} onInclude={setAreIncluded} />
      )}
      <LoadError query={descendants} isInline />
      {revoke.error !== null && <InlineError error={revoke.error} />}
    </ConfirmDialog>
  );
};
