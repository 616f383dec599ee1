import type { ApiKey } from "@petstore/contract/client";
import { Moment } from "../../components/data";
import { ConfirmDialog } from "../../components/dialog";
import { InlineError } from "../../components/states";
import { ask } from "../../lib/api";
import { notify } from "../../lib/notices";
import { useWrite } from "../../lib/use-write";
import { t } from "../../texts";

type RevokeKeyDialogProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

export const RevokeKeyDialog = ({ apiKey: { id, name, lastUsedAt }, onClose }: RevokeKeyDialogProps) => {
  const revoke = useWrite({
    send: () => ask((api, options) => api.apiKeys.revokeApiKey({ params: { keyId: id }, ...options })),
    onSuccess: () => {
      notify({ title: t.keys.revoked(name) });
      onClose();
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
      isBusy={revoke.isPending}
    >
      {lastUsedAt === null ? (
        <p className="text-sm">{t.keys.revokeUnused}</p>
      ) : (
        <p className="text-sm">
          {t.keys.revokeUsed} <Moment at={lastUsedAt} />
        </p>
      )}
      {revoke.isError && <InlineError error={revoke.error} />}
    </ConfirmDialog>
  );
};
