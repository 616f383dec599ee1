import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { invitation } from "../lib/invitation";
import { queryClient } from "../lib/query-client";
import { session } from "../lib/session";
import { useStore } from "../lib/store";
import { Crash } from "./crash";
import { createLate } from "./late";
import { SignInPage } from "./sign-in-page";
import { Starting } from "./starting";

/** What is not for the sign-in page. */
export const signedIn = createLate(async () => {
  const { SignedIn } = await import("./signed-in");
  return <SignedIn />;
});

const enrolment = createLate(async () => {
  const { EnrolmentPage } = await import("./enrolment-page");
  return <EnrolmentPage />;
});

const invited = createLate(async () => {
  const { InvitationPage } = await import("./invitation-page");
  return <InvitationPage />;
});

const Phase = () => {
  const state = useStore(session.state);
  const isInvitation = useStore(invitation.state) !== undefined;
  if (isInvitation) return <invited.Content />;
  if (state.phase === "signed-in") return state.mustEnrol ? <enrolment.Content /> : <signedIn.Content />;
  // The rest is loaded while the password is typed.
  if (state.phase === "signed-out")
    return <SignInPage onType={signedIn.loadAhead} isUnconfirmed={state.isUnconfirmed} />;
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
