import { Link } from "@tanstack/react-router";
import { buttonClass } from "../components/button";
import { Page } from "../components/page";
import { EmptyState } from "../components/states";
import { t } from "../texts";

export const NotFound = () => (
  <Page title={t.common.notFoundTitle}>
    <EmptyState
      title={t.common.notFoundTitle}
      detail={t.common.notFound}
      action={
        <Link to="/" className={buttonClass("primary")}>
          {t.common.goToToday}
        </Link>
      }
    />
  </Page>
);
