import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { queryClient } from "../lib/query-client";
import { session } from "../lib/session";
import { useStore } from "../lib/store";
import { Crash } from "./crash";
import { router } from "./router";
import { SignInPage } from "./sign-in-page";
import { Starting } from "./starting";

const Phase = () => {
  const state = useStore(session.state);
  if (state.phase === "signed-in") return <RouterProvider router={router} />;
  if (state.phase === "signed-out") return <SignInPage />;
  return <Starting error={state.phase === "unreachable" ? state.error : undefined} />;
};

/** Signed out, the address stays: signing in shows the page that was asked for. */
export const App = () => (
  <CSPProvider disableStyleElements>
    <Crash>
      <QueryClientProvider client={queryClient}>
        <Phase />
      </QueryClientProvider>
    </Crash>
  </CSPProvider>
);
