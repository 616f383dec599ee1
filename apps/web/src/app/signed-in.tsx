import { RouterProvider } from "@tanstack/react-router";
import { statusNamesShown } from "../lib/status-names";
import { useStore } from "../lib/store";
import { loadSearches } from "./late-searches";
import { router } from "./router";

export { loadSearches };

export const SignedIn = () => <RouterProvider key={useStore(statusNamesShown)} router={router} />;
