import { ApiError } from "../service/api-error";
import { createStore } from "../page/store";
import { t } from "../../texts";

const pending = createStore<PromiseWithResolvers<void> | undefined>(undefined);

const end = (): PromiseWithResolvers<void> | undefined => {
  const request = pending.get();
  pending.set(undefined);
  return request;
};

/** Asks the person to prove again who they are; `app/reauthentication-dialog.tsx` shows it. */
export const reauthentication = {
  pending,

  /**
   * Resolves once the person has proved who they are. All requests of the moment share one dialog.
   * @throws {ApiError} `cancelled`. It is not shown, because the person chose to leave everything as it was
   */
  ask: (): Promise<void> => {
    const request = pending.get() ?? Promise.withResolvers<void>();
    if (pending.get() === undefined) pending.set(request);
    return request.promise;
  },
  succeed: (): void => end()?.resolve(),
  cancel: (): void => end()?.reject(new ApiError("cancelled", t.reauthentication.cancelled, 403)),
};
