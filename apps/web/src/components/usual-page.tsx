import { useNavigate, useSearch } from "@tanstack/react-router";
import type { UsualSearch } from "../lib/page/usual-search";
import { type Named, usualPageQuery, type UsualResource } from "../lib/service/usual-resource";
import { usePage } from "../lib/service/use-paging";
import { formatNumber } from "../lib/text/format";
import { usualPage } from "../texts/usual-page";
import { Data } from "./data";
import { type Column, ResourceList } from "./resource-list";
import { NoneYet, Paged, ResourcePage } from "./resource-page";
import { NewDialog, OpenOne } from "./usual-forms";

const shown = (value: unknown) => {
  if (typeof value === "number") return <Data>{formatNumber(value)}</Data>;
  return typeof value === "string" ? <Data className="wrap-anywhere">{value}</Data> : "–";
};

const columnsOf = ({ schemas, texts }: UsualResource) =>
  Object.keys(schemas.change.shape)
    .filter((field) => field !== "name")
    .map(
      (field): Column<Named> => ({
        label: texts.fields[field] ?? field,
        cell: (row) => shown((row as Readonly<Record<string, unknown>>)[field]),
        card: "labelled",
      }),
    );

/** The page of a resource: its list, and forms that add, change and delete a row, each with an undo. */
export const UsualPage = ({ resource }: { readonly resource: UsualResource }) => {
  const { texts, path, icon: Icon } = resource;
  // The router knows each page by its own type.
  const search: UsualSearch = useSearch({ from: path as never });
  const navigate = useNavigate();
  const go = (change: UsualSearch) => void navigate({ to: path, search: { ...search, ...change } });
  const page = usePage(usualPageQuery(resource, search.cursor), search.cursor, (cursor) => go({ cursor }));
  const onNew = () => go({ new: true });
  const onClose = () => go({ new: undefined, open: undefined });
  return (
    <ResourcePage texts={texts} onNew={onNew}>
      <Paged
        page={page}
        summary={usualPage.shown}
        empty={<NoneYet icon={<Icon aria-hidden />} texts={texts} onNew={onNew} />}
      >
        {(rows) => (
          <ResourceList
            rows={rows}
            texts={{ title: texts.title, ...usualPage }}
            to={path}
            name={{ label: texts.fields["name"] ?? texts.title, of: ({ name }) => name }}
            columns={columnsOf(resource)}
          />
        )}
      </Paged>
      {search.new === true && <NewDialog resource={resource} onClose={onClose} />}
      {search.open !== undefined && <OpenOne resource={resource} id={search.open} onClose={onClose} />}
    </ResourcePage>
  );
};
