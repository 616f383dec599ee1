import type { User } from "@petstore/contract/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { askAuth } from "../../lib/service/api";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { polled } from "../../lib/service/query-client";
import type { StaffSearch } from "./search";

type UserPage = { readonly users: readonly User[]; readonly total: number };

/** Reads accounts by name. If no name contains the text, it reads those whose email address does. */
export const usersQuery = ({ searchValue, offset = 0 }: StaffSearch) =>
  queryOptions({
    queryKey: ["staff", "list", searchValue, offset],
    queryFn: async ({ signal }): Promise<UserPage> => {
      const find = async (searchField: "name" | "email") => {
        const query = {
          limit: PAGE_SIZE,
          offset,
          sortBy: "name" as const,
          ...(searchValue !== undefined && { searchField, searchValue }),
        };
        const { body } = await askAuth((auth, options) => auth.users.listUsers({ query, ...options }), {
          signal,
        });
        return body;
      };
      const byName = await find("name");
      return byName.total > 0 || searchValue === undefined ? byName : find("email");
    },
    placeholderData: keepPreviousData,
    ...polled,
  });

export const userSessionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["staff", "sessions", userId],
    queryFn: async ({ signal }) => {
      const call = { body: { userId } };
      const { body } = await askAuth((auth, options) => auth.sessions.listUserSessions({ ...call, ...options }), {
        signal,
      });
      return body.sessions;
    },
    ...polled,
  });
