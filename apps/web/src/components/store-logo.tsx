import { useStoreDetails } from "../lib/store/store-settings";
import { classNames } from "./class-names";

/** The logo of the store, or nothing. It is decoration, because the name of the store is always beside it. */
export const StoreLogo = ({ className }: { readonly className: string }) => {
  const { logo } = useStoreDetails();
  return logo === null ? null : <img src={logo} alt="" className={classNames("shrink-0 object-contain", className)} />;
};
