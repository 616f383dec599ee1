import type { AuditEvent } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Moment } from "../../components/data";
import { LoadError } from "../../components/states";
import { ask } from "../../lib/service/api";
import { importing } from "../../texts/importing";

const texts = importing;

/** Returns the name of the file without its folder, because the command line records paths. */
const nameOf = ({ after }: AuditEvent): string =>
  (typeof after?.["source"] === "string" ? after["source"] : "").split(/[/\\]/).at(-1) ?? "";

/**
 * Finds the latest import of a file with this name, by anybody. It is null if the last {@link MAX_PAGE_SIZE} imports
 * have none.
 */
const importQuery = (name: string) =>
  queryOptions({
    queryKey: ["importing", "before", name],
    queryFn: async ({ signal }): Promise<AuditEvent | null> => {
      const query = { action: "catalogue.import", limit: MAX_PAGE_SIZE } as const;
      const { body } = await ask((api, options) => api.history.listHistory({ query, ...options }), { signal });
      return body.find((event) => nameOf(event) === name) ?? null;
    },
  });

/** Warns if a file of this name was imported before. */
export const ImportedBefore = ({ name }: { readonly name: string }) => {
  const query = useQuery(importQuery(name));
  const event = query.data;
  const count = event?.after?.["imported"];
  return (
    <div role="status" className="empty:hidden">
      <LoadError query={query} isInline />
      {event && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-sm wrap-anywhere text-on-warning-soft">
          {texts.importedBefore(name, typeof count === "number" ? count : 0)}
          <Moment at={event.at} /> {texts.importedBy(event.actor.name)} {texts.importedAgain}
        </p>
      )}
    </div>
  );
};
