import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { queryClient } from "../lib/query-client";
import { session } from "../lib/session";
import { useStore } from "../lib/store";
import { Crash } from "./crash";
import { SignInPage } from "./sign-in-page";
import { Starting } from "./starting";

const load = () => import("./signed-in");
const SignedIn = lazy(load);

/** What is not for the sign-in page. A failure shows where it is needed. */
export const loadSignedInAhead = (): void => void load().catch(() => {});

const Phase = () => {
  const state = useStore(session.state);
  if (state.phase === "signed-in") {
    return (
      <Suspense fallback={<Starting error={undefined} />}>
        <SignedIn />
      </Suspense>
    );
  }
  // The rest is loaded while the password is typed.
  if (state.phase === "signed-out") return <SignInPage onType={loadSignedInAhead} />;
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
