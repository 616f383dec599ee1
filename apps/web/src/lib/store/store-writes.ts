import type { Store, StoreChange } from "@petstore/contract/client";
import { undoOfAction } from "../history/action-undo";
import type { Undo } from "../history/undo-queue";
import { ask } from "../service/api";
import { queryClient } from "../service/query-client";
import { showStore } from "./show-store";
import { storeQuery } from "./store-query";

const show = (store: Store): void => {
  queryClient.setQueryData(storeQuery.queryKey, store);
  showStore(store);
};

/**
 * Changes only the settings in `body`. The others stay, because somebody else may have set them.
 *
 * @returns the key by which {@link undoOfStore} finds the change
 */
export const changeStore = async (body: StoreChange, key: string): Promise<string> => {
  const call = { headers: { "action-key": key }, body };
  show((await ask((api, options) => api.store.updateStore({ ...call, ...options }))).body);
  return key;
};

/** Undoes a change of the store, and shows at once what it has restored. */
export const undoOfStore = (key: string, putBack: string): Undo => {
  const undo = undoOfAction({ key, size: 1, describe: () => putBack });
  return {
    ...undo,
    run: async (report) => {
      const done = await undo.run(report);
      show(await queryClient.fetchQuery({ ...storeQuery, staleTime: 0 }));
      return done;
    },
  };
};
