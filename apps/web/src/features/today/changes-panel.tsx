import type { Today } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { SkeletonRows } from "../../components/states";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { useToday } from "./queries";

// The sentences take longer to load than the rest of the page, and their panel is the last one.
const ChangeList = lazy(() => import("./change-list"));

const ROWS = 8;

const actionsOf = ({ actions }: Today) => actions ?? [];

/** Shows what was done last. */
export const ChangesPanel = ({ className }: { readonly className?: string }) => (
  <Panel
    title={t.today.changes.title}
    content={useToday(actionsOf).data}
    rows={ROWS}
    {...(className !== undefined && { className })}
    link={
      <Link to="/history" className={panelLink}>
        {t.today.changes.all}
      </Link>
    }
  >
    {(actions) =>
      actions.length === 0 ? (
        <Calm title={t.today.changes.none} />
      ) : (
        <Suspense fallback={<SkeletonRows count={actions.length} className="h-8.5" />}>
          <ChangeList actions={actions} />
        </Suspense>
      )
    }
  </Panel>
);
