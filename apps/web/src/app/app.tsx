import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { queryClient } from "../lib/query-client";
import { session } from "../lib/session";
import { createStore, useStore } from "../lib/store";
import { Crash } from "./crash";
import { SignInPage } from "./sign-in-page";
import { Starting } from "./starting";

const signedIn = createStore<ReactNode>(undefined);

const loadSignedIn = async (): Promise<void> => {
  const { SignedIn } = await import("./signed-in");
  signedIn.set(<SignedIn />);
};

/** What is not for the sign-in page. A failure shows where it is needed. */
export const loadSignedInAhead = (): void => void loadSignedIn().catch(() => {});

/** Not in a Suspense: once it has shown a fallback, React shows nothing else for 300 ms. */
const SignedInOrStarting = () => {
  const content = useStore(signedIn);
  const [error, setError] = useState<unknown>();
  const isMissing = content === undefined;
  useEffect(() => {
    if (isMissing) loadSignedIn().catch(setError);
  }, [isMissing]);
  if (error !== undefined) throw error;
  return isMissing ? <Starting error={undefined} /> : content;
};

const Phase = () => {
  const state = useStore(session.state);
  if (state.phase === "signed-in") return <SignedInOrStarting />;
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
