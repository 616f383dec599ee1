import { passkeyAddress, readPasskeySupport } from "../lib/session/passkey-support";
import { t } from "../texts";
import { buttonClass } from "./button";

/** Says why this browser cannot use a passkey here, and at which address it can. It shows nothing if passkeys work. */
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
