import { RouterProvider } from "@tanstack/react-router";
import { storeShown } from "../lib/store/show-store";
import { useStore } from "../lib/page/store";
import { loadSearches } from "./late-searches";
import { router } from "./router";

export { loadSearches };

export const SignedIn = () => <RouterProvider key={useStore(storeShown)} router={router} />;
