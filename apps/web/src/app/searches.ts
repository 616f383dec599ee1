// This must stay the first import: a schema that is created before it would try `new Function`, which the CSP reports.
import "../lib/service/zod-config";
import { petPageQuery } from "../features/pets/queries";
import { parsePetSearch } from "../features/pets/search";
import { categoriesQuery } from "../lib/pets/categories";
import { queryClient } from "../lib/service/query-client";

export { parseAttributeSearch } from "../features/attributes/search";
export { parseCardSearch } from "../features/cards/search";
export { parseCategorySearch } from "../features/categories/search";
export { parseCustomerSearch } from "../features/customers/search";
export { parseHistorySearch } from "../features/history/search";
export { parseKeySearch } from "../features/keys/search";
export { parseOrderSearch } from "../features/orders/search";
export { parsePetSearch };
export { parseUsualSearch } from "../lib/page/usual-search";
export { parseReportSearch } from "../features/today/report/search";
export { parseStaffSearch } from "../features/staff/search";
export { parseWebhookSearch } from "../features/webhooks/search";

/**
 * Fetches what the rows need while the code of the page is loading, so that the first rows are complete at once and are
 * not drawn twice.
 */
export const prefetchPets = (search: Readonly<Record<string, unknown>>): void => {
  void queryClient.prefetchQuery(petPageQuery(parsePetSearch(search)));
  void queryClient.prefetchQuery(categoriesQuery);
};
