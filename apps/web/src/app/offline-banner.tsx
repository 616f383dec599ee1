import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../texts";

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};

export const OfflineBanner = () => {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="print:hidden">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm text-on-warning-soft">
          <CloudOff aria-hidden size={16} className="shrink-0" />
          {t.common.offlineBanner}
        </p>
      )}
    </div>
  );
};
