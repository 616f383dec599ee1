import type { Today } from "@petstore/contract/client";
import { petStatuses } from "@petstore/contract/schemas";
import { Link } from "@tanstack/react-router";
import { Data } from "../../components/data";
import { Skeleton } from "../../components/states";
import { totalOf } from "../../lib/pets/category-counts";
import { formatNumber } from "../../lib/text/format";
import { t } from "../../texts";
import { useToday } from "./queries";

const figureClass =
  "flex min-h-11 flex-col rounded-xl border border-line bg-surface px-3 py-2 text-sm text-muted hover:border-control-line hover:text-text sm:px-4";

const Figure = ({ label, count }: { readonly label: string; readonly count: number | undefined }) => (
  <>
    {label}
    {count === undefined ? (
      <Skeleton className="h-7 w-12 xl:h-8" />
    ) : (
      <Data className="text-xl font-semibold text-text tabular-nums xl:text-2xl">{formatNumber(count)}</Data>
    )}
  </>
);

const byStatusOf = ({ inventory }: Today) => inventory.byStatus;

/** Shows the counts of the store at a glance. Each number links to its animals. */
export const Counts = () => {
  const { data: counts } = useToday(byStatusOf);
  return (
    <section aria-label={t.today.counts} aria-busy={counts === undefined}>
      <ul className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-4">
        {petStatuses.map((status) => (
          <li key={status}>
            <Link to="/animals" search={{ status }} className={figureClass}>
              <Figure label={t.common.status[status]} count={counts?.[status]} />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/animals" className={figureClass}>
            <Figure label={t.today.stock.total} count={counts && totalOf(counts)} />
          </Link>
        </li>
      </ul>
    </section>
  );
};
