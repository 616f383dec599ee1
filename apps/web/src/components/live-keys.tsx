import type { LiveApiKey } from "@petstore/contract/client";
import type { ReactNode } from "react";
import { t } from "../texts";
import { Data } from "./data";

type LiveKeysProps = {
  readonly label: string;
  readonly keys: readonly LiveApiKey[];
  /** Renders the action beside each key. */
  readonly action?: ((key: LiveApiKey) => ReactNode) | undefined;
};

/** Lists the keys that still work after a change of password, or those that it revoked. */
export const LiveKeys = ({ label, keys, action }: LiveKeysProps) => (
  <div className="flex flex-col gap-1 text-sm">
    <p>{label}</p>
    <ul>
      {keys.map((key) => (
        <li key={key.id} className="flex items-center justify-between gap-2 py-1">
          <Data className="wrap-anywhere">{t.sessions.keyOf(key.name, key.lastFour)}</Data>
          {action?.(key)}
        </li>
      ))}
    </ul>
  </div>
);
