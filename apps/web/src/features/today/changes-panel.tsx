import type { Action, Today } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { SkeletonRows } from "../../components/states";
import { useIsNear } from "../../lib/page/use-is-near";
import { whenUsed } from "../../lib/service/when-idle";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { useToday } from "./queries";

// The sentences take longer to load than the rest of the page, and their panel is the last one, often out of sight.
const ChangeList = lazy(() => import("./change-list"));

const ROWS = 8;

const actionsOf = ({ actions }: Today) => actions ?? [];

/** The height of a row, in rem. */
const ROW_HEIGHT = 2.75;

const Changes = ({ actions }: { readonly actions: readonly Action[] }) => {
  const [isNear, place] = useIsNear();
  // A screen reader, or a search in the page, does not scroll.
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);
  return (
    <div ref={place} style={{ minHeight: `${actions.length * ROW_HEIGHT}rem` }}>
      {(isNear || isUsed) && (
        <Suspense fallback={<SkeletonRows count={actions.length} className="h-8.5" />}>
          <ChangeList actions={actions} />
        </Suspense>
      )}
    </div>
  );
};

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
    {(actions) => (actions.length === 0 ? <Calm title={t.today.changes.none} /> : <Changes actions={actions} />)}
  </Panel>
);
