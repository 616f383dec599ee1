import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { buttonClass } from "../components/button";
import { Page } from "../components/page";
import { EmptyState } from "../components/states";
import { hasRole, useAccount } from "../lib/roles";
import { t } from "../texts";
import { pages } from "./pages";

const NotAllowed = () => (
  <Page title={t.shell.notAllowedTitle}>
    <EmptyState
      icon={<Lock aria-hidden />}
      title={t.shell.notAllowedTitle}
      detail={t.shell.notAllowed}
      action={
        <Link to="/" className={buttonClass("primary")}>
          {t.common.goToToday}
        </Link>
      }
    />
  </Page>
);

/** The page of the address; a link to one of another role says so instead of asking for what the server refuses. */
export const RolePages = () => {
  const account = useAccount();
  const { pathname } = useLocation();
  const page = pages.find(({ path }) => path === pathname);
  return page === undefined || hasRole(account, page.role) ? <Outlet /> : <NotAllowed />;
};
