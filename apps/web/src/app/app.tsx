import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { invitation } from "../lib/session/invitation";
import { queryClient } from "../lib/service/query-client";
import { session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { Crash } from "./crash";
import { createLate } from "./late";
import { Starting } from "./starting";

export const signedIn = createLate(async () => {
  const isFirstPage = location.pathname === "/";
  const [{ SignedIn, loadSearches }] = await Promise.all([
    import("./signed-in"),
    isFirstPage ? undefined : import("./searches"),
  ]);
  if (!isFirstPage) await loadSearches();
  return <SignedIn />;
});

/** The rest of the admin loads while the person types the password, if it has not loaded before. */
export const signIn = createLate(async () => {
  const { SignInPage } = await import("./sign-in-page");
  return <SignInPage onType={signedIn.loadAhead} />;
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
  if (state.phase === "signed-out") return <signIn.Content />;
  return <Starting error={state.phase === "unreachable" ? state.error : undefined} />;
};

/** The address stays when a person is signed out. So after signing in they see the page that they asked for. */
export const App = () => (
  <CSPProvider disableStyleElements>
    <Crash>
      <QueryClientProvider client={queryClient}>
        <Phase />
      </QueryClientProvider>
    </Crash>
  </CSPProvider>
);
