import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useDeferredValue, useState } from "react";
import { Button } from "../../components/button";
import { NativeSelect } from "../../components/native-select";
import { FilterBar } from "../../components/filters/filter-bar";
import { NoMatch, searchedFilter } from "../../components/filters/no-match";
import { Page } from "../../components/page";
import { SearchField } from "../../components/search-field";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { arrange } from "./arrange";
import { CategoryList } from "./category-list";
import { useDeleteCategory } from "./delete-category";
import { NewCategoryDialog } from "./new-category-dialog";
import type { CategoryCounts } from "../../lib/pets/category-counts";
import { countsQuery } from "./queries";
import type { CategorySearch } from "./search";

const MergeDialog = lazy(() => import("./merge-dialog"));

const sorts = (["name", "count"] as const).map((value) => ({ value, label: t.categories.sorts[value] }));

/**
 * Returns the categories that are being renamed, and a function that changes them. The function stays the same, so that
 * rows that have not changed are not rendered again.
 */
const useEditing = () => {
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set());
  const edit = useCallback((id: number, isEditing: boolean) => {
    setEditing((before) => {
      const after = new Set(before);
      if (isEditing) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  return [editing, edit] as const;
};

type ContentProps = {
  readonly counts: ReturnType<typeof useQuery<readonly CategoryCounts[]>>;
  readonly search: CategorySearch;
  readonly go: (next: CategorySearch) => void;
  readonly newCategory: React.ReactNode;
};

const Content = ({ counts, search, go, newCategory }: ContentProps) => {
  const [editing, edit] = useEditing();
  const [merging, setMerging] = useState<CategoryCounts>();
  const { askToDelete, dialog } = useDeleteCategory();
  const onDelete = useCallback((category: CategoryCounts) => askToDelete(category), [askToDelete]);
  const all = counts.data;
  const clear = () => go({ ...search, q: undefined });
  const found = useDeferredValue(all === undefined ? undefined : arrange(all, search, editing));
  if (all === undefined || found === undefined) {
    if (counts.error !== null) return <LoadError query={counts} />;
    return <SkeletonRows count={12} className="h-10" />;
  }
  if (all.length === 0) {
    return <EmptyState title={t.categories.emptyTitle} detail={t.categories.empty} action={newCategory} />;
  }
  return (
    <>
      <LoadError query={counts} />
      <p role="status" className={search.q === undefined ? "sr-only" : "text-sm text-muted"}>
        {search.q !== undefined && t.categories.found(found.length)}
      </p>
      {found.length === 0 ? (
        <NoMatch title={t.categories.noMatchTitle} filters={searchedFilter(search.q, clear)} onClear={clear} />
      ) : (
        <CategoryList categories={found} editing={editing} onEdit={edit} onMerge={setMerging} onDelete={onDelete} />
      )}
      {merging !== undefined && (
        <Suspense>
          <MergeDialog
            from={all.find(({ categoryId }) => categoryId === merging.categoryId) ?? merging}
            categories={all}
            onClose={() => setMerging(undefined)}
          />
        </Suspense>
      )}
      {dialog}
    </>
  );
};

export const CategoriesPage = () => {
  const search = useSearch({ from: "/categories" });
  const navigate = useNavigate();
  const counts = useQuery(countsQuery);
  const go = (next: CategorySearch) =>
    void navigate({ to: "/categories", search: next, replace: true, resetScroll: false });
  const setNew = (isOpen: boolean) => go({ ...search, new: isOpen || undefined });
  useShortcut("n", t.categories.create.action, () => setNew(true));
  const newCategory = (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setNew(true)}>
      {t.categories.create.action}
    </Button>
  );
  return (
    <Page
      title={t.categories.title}
      {...(counts.data !== undefined && {
        description: t.categories.description(
          counts.data.length,
          counts.data.filter(({ name }) => name === null).length,
        ),
      })}
      actions={newCategory}
    >
      <FilterBar
        search={
          <SearchField
            label={t.categories.search}
            value={search.q ?? ""}
            onChange={(q) => go({ ...search, q: q === "" ? undefined : q })}
            className="min-w-0 flex-1 basis-36 sm:max-w-80"
          />
        }
        isFiltered={search.q !== undefined}
        onClear={() => go({ ...search, q: undefined })}
      >
        <NativeSelect
          aria-label={t.common.sort}
          options={sorts}
          value={search.sort ?? "name"}
          onValueChange={(sort) => go({ ...search, sort: sort === "count" ? "count" : undefined })}
        />
      </FilterBar>
      <Content counts={counts} search={search} go={go} newCategory={newCategory} />
      {search.new === true && <NewCategoryDialog onClose={() => setNew(false)} />}
    </Page>
  );
};
