import { Outlet } from "@tanstack/react-router";
import { PortalContainerProvider, PortalTarget } from "../components/portal-container";
import { t } from "../texts";
import { Commands } from "./commands";
import { GeneralShortcuts } from "./general-shortcuts";
import { LateOverlays } from "./late-overlays";
import { Navigation } from "./navigation";
import { OfflineBanner } from "./offline-banner";
import { PasswordNudge } from "./password-nudge";

/** The frame around every page. */
export const Shell = () => (
  <PortalContainerProvider>
    <div className="flex min-h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only z-70 print:hidden rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t.shell.skip}
      </a>
      <Navigation />
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-(--tabs) outline-none print:pb-0">
        <OfflineBanner />
        <PasswordNudge />
        <Outlet />
        <GeneralShortcuts />
        <Commands />
        <LateOverlays />
        <PortalTarget />
      </main>
    </div>
  </PortalContainerProvider>
);
