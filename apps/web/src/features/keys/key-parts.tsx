import type { ApiKey } from "@petstore/contract/client";
import { MoreHorizontal, RefreshCw, Ban } from "lucide-react";
import { Badge } from "../../components/badge";
import { IconButton } from "../../components/button";
import { Data, Moment } from "../../components/data";
import { Menu } from "../../components/menu";
import { MenuItem } from "../../components/menu-parts";
import { formatDate } from "../../lib/text/format";
import { useAccount } from "../../lib/session/roles";
import { t } from "../../texts";
import { isEndingSoon, oldCallsOf, stateOf, stateTones } from "./key-state";

/** An action on a key, for which the page opens a dialog. */
export type KeyAction = "rotate" | "revoke";

type KeyProps = { readonly apiKey: ApiKey };

export const KeyText = ({ apiKey: { prefix, lastFour } }: KeyProps) => (
  <Data className="font-mono whitespace-nowrap text-muted">{t.keys.keyText(prefix, lastFour)}</Data>
);

export const KeyStateBadge = ({ apiKey }: KeyProps) => {
  const state = stateOf(apiKey);
  return <Badge tone={stateTones[state]}>{t.keys.states[state]}</Badge>;
};

export const OldCalls = ({ apiKey }: KeyProps) => {
  const count = oldCallsOf(apiKey);
  return count === 0 ? null : <Badge tone="warning">{t.keys.oldCalls(count)}</Badge>;
};

export const LastUsed = ({ apiKey: { lastUsedAt } }: KeyProps) =>
  lastUsedAt === null ? <span className="text-muted">{t.keys.neverUsed}</span> : <Moment at={lastUsedAt} />;

/**
 * Shows when a key expires. After a replacement two keys have the same name, so the time left shows which of them ends.
 */
export const Expiry = ({ apiKey }: KeyProps) => {
  const { expiresAt } = apiKey;
  if (expiresAt === null) return <span className="text-muted">{t.keys.expiresNever}</span>;
  const isSoon = isEndingSoon(apiKey);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {isSoon ? <Moment at={expiresAt} /> : <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>}
      {isSoon && <Badge tone="warning">{t.keys.soon}</Badge>}
    </span>
  );
};

/** Whether the account may replace a key: the service allows it only to the account that the key belongs to. */
export const useCanRotate = (): ((apiKey: ApiKey) => boolean) => {
  const { id } = useAccount();
  return (apiKey) => apiKey.createdBy.id === id && stateOf(apiKey) === "active";
};

export const KeyMenu = ({ apiKey, onAct }: KeyProps & { readonly onAct: (action: KeyAction) => void }) => {
  const canRotate = useCanRotate();
  if (apiKey.revokedAt !== null) return null;
  return (
    <Menu
      renderTrigger={(props) => (
        <IconButton {...props} label={t.keys.actionsOf(apiKey.name)}>
          <MoreHorizontal aria-hidden size={18} />
        </IconButton>
      )}
    >
      {canRotate(apiKey) && (
        <MenuItem icon={<RefreshCw aria-hidden size={16} />} onSelect={() => onAct("rotate")}>
          {t.keys.rotate}
        </MenuItem>
      )}
      <MenuItem icon={<Ban aria-hidden size={16} />} isDanger onSelect={() => onAct("revoke")}>
        {t.keys.revoke}
      </MenuItem>
    </Menu>
  );
};
