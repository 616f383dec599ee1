import type { Store, StoreChange } from "@petstore/contract/client";
import type { Route } from "playwright-core";

const unset: Store = {
  name: null,
  address: null,
  logo: null,
  timeZone: null,
  currency: null,
  contractText: null,
  statusNames: { available: null, pending: null, sold: null },
  updatedAt: null,
};

/** Fakes a store, because other tests look for the usual words and times of the real one. */
export const fakeStore = () => {
  let store = unset;
  const restore = ({ statusNames, ...details }: StoreChange) => {
    store = { ...store, ...details, statusNames: { ...store.statusNames, ...statusNames } } as Store;
  };
  const answer = (route: Route) => {
    restore((route.request().postDataJSON() as StoreChange | null) ?? {});
    return route.fulfill({ json: store, headers: { etag: '"1"' } });
  };
  return { path: "**/v1/store", answer, restore };
};
