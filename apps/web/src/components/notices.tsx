import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useMediaQuery } from "../lib/page/media-query";
import { listenToNotices, type NoticeData, noticeManager } from "../lib/page/notices";
import { t } from "../texts";
import { Button, buttonClass, IconButton } from "./button";
import { classNames } from "./class-names";
import { usePortalContainer } from "./portal-container";
import { messageLanguage } from "./states";

const NoticeProgress = ({ done, total, text }: NonNullable<NoticeData["progress"]>) => (
  <div className="mt-1 flex flex-col gap-1">
    <progress aria-label={text} value={done} max={Math.max(1, total)} className="w-full" />
    <p className="text-sm text-muted tabular-nums">{text}</p>
  </div>
);

const List = () =>
  Toast.useToastManager<NoticeData>().toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["right", "down"]}
      className={classNames(
        "pointer-events-auto data-limited:hidden rounded-lg border bg-raised shadow-raised transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0",
        toast.type === "error" ? "border-danger" : "border-line",
      )}
    >
      <Toast.Content className="flex items-center gap-3 py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1 py-1 wrap-anywhere">
          <Toast.Title className="text-sm font-medium" render={<p />} />
          {toast.data?.serverMessage !== undefined && (
            <p lang={messageLanguage} className="text-sm text-muted">
              {toast.data.serverMessage}
            </p>
          )}
          <Toast.Description className="text-sm text-muted" />
          {toast.data?.progress !== undefined && <NoticeProgress {...toast.data.progress} />}
        </div>
        {toast.data?.firstAction && (
          <Button
            onClick={() => {
              noticeManager.close(toast.id);
              toast.data?.firstAction?.run();
            }}
          >
            {toast.data.firstAction.label}
          </Button>
        )}
        <Toast.Action className={buttonClass("secondary")} />
        <Toast.Close render={<IconButton label={t.common.close} />}>
          <X aria-hidden size={18} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));

// The notices are placed so that they cover no button. On a wide screen they are at the right, or to the left of an
// open drawer. On the phone they are at the bottom, above the tabs or the buttons of a drawer, and at the top while a
// sheet is open.
const viewport =
  "pointer-events-none fixed print:hidden right-3 bottom-[calc(var(--tabs)+0.75rem)] left-3 z-60 ml-auto flex max-w-md flex-col gap-2 in-[body:has([data-drawer])]:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-sm:in-[body:has([data-draft-note])]:bottom-34 max-sm:in-[body:has([data-sheet])]:top-3 max-sm:in-[body:has([data-sheet])]:bottom-auto sm:right-5 sm:bottom-[calc(var(--tabs)+1.25rem)] sm:left-5 sm:in-[body:has([data-drawer])]:bottom-5 sm:in-[body:has([data-drawer])]:ml-0";

/** Shows the outcomes of actions. Screen readers announce them. */
export const Notices = () => {
  const isWide = useMediaQuery("(min-width: 40rem)");
  useEffect(listenToNotices, []);
  return (
    <Toast.Provider toastManager={noticeManager} limit={isWide ? 4 : 1}>
      <Toast.Portal container={usePortalContainer()}>
        <Toast.Viewport aria-label={t.shell.notices} className={viewport}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
};
