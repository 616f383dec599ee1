import { Toast } from "@base-ui/react/toast";
import { ApiError } from "../service/api-error";
import { failureText } from "../service/failure-text";
import { createStore } from "./store";
import { t } from "../../texts";

type Notice = {
  readonly title: string;
  readonly detail?: string;
  /** The English message from the service. */
  readonly serverMessage?: string;
  readonly kind?: "success" | "error";
  readonly action?: NoticeAction;
  /** An action whose button comes before the button of `action`. */
  readonly firstAction?: NoticeAction | undefined;
};

type NoticeAction = {
  readonly label: string;
  readonly run: () => void;
  /** Keeps the notice open after its button was pressed, because the action closes it. */
  readonly staysOpen?: true;
};

/** The progress of something that takes long. */
type Progress = { readonly done: number; readonly total: number; readonly text: string };

export type NoticeData = Pick<Notice, "serverMessage" | "firstAction"> & { readonly progress?: Progress };

const manager = Toast.createToastManager<NoticeData>();
let isListening = false;

/** Notices that were made before `components/notices.tsx` was loaded; without this list they would be lost. */
export const waitingNotices = createStore<readonly (() => void)[]>([]);

const send = (notice: () => void): void => {
  if (isListening) notice();
  else waitingNotices.set([...waitingNotices.get(), notice]);
};

/** What {@link Notices} shows. */
export const noticeManager: typeof manager = {
  ...manager,
  add: (options) => {
    const id = options.id ?? crypto.randomUUID();
    send(() => manager.add({ ...options, id }));
    return id;
  },
  update: (id, changes) => send(() => manager.update(id, changes)),
  close: (id) => send(() => manager.close(id)),
};

/** Shows the waiting notices, and from now on shows new ones at once. @returns a function that stops this */
export const listenToNotices = (): (() => void) => {
  isListening = true;
  for (const notice of waitingNotices.get()) notice();
  waitingNotices.set([]);
  return () => {
    isListening = false;
  };
};

const SUCCESS_MS = 8_000;

/** Shows a notice. Errors stay until they are closed. */
export const notify = ({ title, detail, serverMessage, kind = "success", action, firstAction }: Notice): string => {
  const data = { ...(serverMessage !== undefined && { serverMessage }), ...(firstAction && { firstAction }) };
  const id = noticeManager.add({
    title,
    ...(detail !== undefined && { description: detail }),
    ...(Object.keys(data).length > 0 && { data }),
    type: kind,
    timeout: kind === "error" ? 0 : SUCCESS_MS,
    // A high priority would hide the notice from screen readers, although the focus reaches it.
    priority: "low",
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          if (action.staysOpen !== true) noticeManager.close(id);
          action.run();
        },
      },
    }),
  });
  return id;
};

/** Closes a notice whose action was carried out in another way. */
export const closeNotice = (id: string): void => noticeManager.close(id);

/** Keeps a notice visible while its action runs. The button stays, so that it keeps the focus. */
export const keepNotice = (id: string, label: string): void =>
  noticeManager.update(id, { timeout: 0, actionProps: { children: label, "aria-disabled": true } });

type ProgressOptions = {
  /** Work that ends earlier shows no notice. */
  readonly afterMs?: number;
  /** The id of the notice that this one replaces, if it is still visible. */
  readonly id?: string | undefined;
  readonly button?: NoticeAction;
};

/** Shows the progress of work that takes long. */
export const notifyProgress = (
  title: string,
  { afterMs = 0, id = crypto.randomUUID(), button }: ProgressOptions = {},
) => {
  let last: Progress | undefined;
  let isShown = false;
  const show = () => {
    isShown = true;
    noticeManager.add({
      id,
      title,
      timeout: 0,
      priority: "low",
      data: last === undefined ? {} : { progress: last },
      actionProps: button && { children: button.label, onClick: button.run },
    });
  };
  const timer = afterMs === 0 ? undefined : setTimeout(show, afterMs);
  if (timer === undefined) show();
  return {
    id,
    show: (progress: Progress): void => {
      last = progress;
      if (isShown) noticeManager.update(id, { data: { progress } });
    },
    close: (): void => {
      clearTimeout(timer);
      noticeManager.close(id);
    },
  };
};

/**
 * Shows a failure that no field and no page shows, and offers to try again. Ignores requests that the person cancelled.
 */
export const notifyFailure = (error: unknown, retry?: () => void): void => {
  const failure = error instanceof ApiError ? error : undefined;
  if (failure?.code === "cancelled") return;
  const { text, isEnglish } = failureText(error);
  const detail = [
    isEnglish ? [] : text,
    typeof failure?.requestId === "string" ? t.common.requestId(failure.requestId) : [],
  ].flat();
  notify({
    kind: "error",
    title: failure?.code === "offline" ? t.common.offlineTitle : t.common.errorTitle,
    ...(isEnglish && { serverMessage: text }),
    ...(detail.length > 0 && { detail: detail.join(" ") }),
    ...(retry && { action: { label: t.common.retry, run: retry } }),
  });
};
