import type { Today } from "@petstore/contract/client";
import { petStatuses } from "@petstore/contract/schemas";
import { Link } from "@tanstack/react-router";
import { Data, DataLine } from "../../components/data";
import { categoryName } from "../../lib/pets/categories";
import { type CategoryCounts, totalOf } from "../../lib/pets/category-counts";
import { formatNumber } from "../../lib/text/format";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { useToday } from "./queries";

const SHOWN = 8;

const cell = "border-b border-line p-0 text-right tabular-nums";
const cellLink =
  "flex min-h-9 items-center justify-end px-2 underline-offset-2 hover:underline pointer-coarse:min-h-11";

const Row = ({ entry }: { readonly entry: CategoryCounts }) => (
  <tr>
    <th scope="row" className="max-w-0 border-b border-line p-0 text-left font-normal">
      <Link
        to="/animals"
        search={{ categoryId: entry.categoryId }}
        className="flex min-h-9 items-center font-medium underline-offset-2 hover:underline pointer-coarse:min-h-11"
      >
        {entry.name === null ? (
          <span title={categoryName({ id: entry.categoryId, name: null })} className="truncate">
            {categoryName({ id: entry.categoryId, name: null })}
          </span>
        ) : (
          <DataLine>{entry.name}</DataLine>
        )}
      </Link>
    </th>
    {petStatuses.map((status) => (
      <td key={status} className={cell}>
        {entry[status] === 0 ? (
          <span className="px-2 text-muted">
            <Data>{formatNumber(0)}</Data>
          </span>
        ) : (
          <Link to="/animals" search={{ categoryId: entry.categoryId, status }} className={cellLink}>
            <Data>{formatNumber(entry[status])}</Data>
          </Link>
        )}
      </td>
    ))}
  </tr>
);

const ByCategory = ({ entries }: { readonly entries: readonly CategoryCounts[] }) => (
  <table className="w-full border-collapse text-sm">
    <caption className="sr-only">{t.today.stock.caption}</caption>
    <thead>
      <tr className="text-muted">
        <th scope="col" className="border-b border-line py-1.5 text-left font-medium">
          {t.today.stock.category}
        </th>
        {petStatuses.map((status) => (
          <th
            key={status}
            scope="col"
            className="w-1/5 border-b border-line px-1 py-1.5 text-right text-xs font-medium wrap-break-word"
          >
            {t.common.status[status]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <Row key={entry.categoryId} entry={entry} />
      ))}
    </tbody>
  </table>
);

const byCategoryOf = ({ inventory }: Today) => inventory.byCategory;

/** Shows the largest categories. Every count links to its animals. */
export const StockPanel = () => {
  const { data } = useToday(byCategoryOf);
  return (
    <Panel
      title={t.today.stock.title}
      content={data}
      rows={7}
      link={
        data && (
          <Link to="/categories" search={{ sort: "count" }} className={panelLink}>
            {t.today.stock.showAll(data.length)}
          </Link>
        )
      }
    >
      {(byCategory) =>
        byCategory.length === 0 ? (
          <Calm title={t.today.stock.none} />
        ) : (
          <ByCategory entries={byCategory.toSorted((a, b) => totalOf(b) - totalOf(a)).slice(0, SHOWN)} />
        )
      }
    </Panel>
  );
};
