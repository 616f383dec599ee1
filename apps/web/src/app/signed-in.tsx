import { RouterProvider } from "@tanstack/react-router";
import { statusNamesShown } from "../lib/pets/status-names";
import { useStore } from "../lib/page/store";
import { loadSearches } from "./late-searches";
import { router } from "./router";

export { loadSearches };

export const SignedIn = () => <RouterProvider key={useStore(statusNamesShown)} router={router} />;
