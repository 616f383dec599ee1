import { passkeyAddress, readPasskeySupport } from "../lib/session/passkey-support";
import { t } from "../texts";
import { buttonClass } from "./button";

/** Why this browser uses no passkey here, and where it would. Nothing if it does. */
export const PasskeyHint = () => {
  const support = readPasskeySupport();
  const address = passkeyAddress();
  if (support === "works") return null;
  if (support === "none") return <p className="text-sm text-muted">{t.passkeys.unsupported}</p>;
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-md bg-info-soft px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-48 text-on-info-soft">
        {address === undefined ? t.passkeys.needsName : t.passkeys.needsLocalhost}
      </p>
      {address !== undefined && (
        <a href={address} className={buttonClass("secondary")}>
          {t.passkeys.openLocalhost}
        </a>
      )}
    </div>
  );
};
