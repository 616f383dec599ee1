import { RouterProvider } from "@tanstack/react-router";
import { loadSearches } from "./late-searches";
import { router } from "./router";

export { loadSearches };

export const SignedIn = () => <RouterProvider router={router} />;
