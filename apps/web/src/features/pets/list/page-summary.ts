import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import type { PetPage } from "../queries";

/** Returns "51 to 100 of 10,000", as far as it is known. @param position - How many animals come before the page. */
export const summaryOf = (page: PetPage, position: number | undefined, total: number | undefined): string => {
  const shown = page.rows.length;
  if (position === undefined) {
    return total === undefined ? t.pets.count(shown) : t.pets.pageOf(formatNumber(shown), formatNumber(total));
  }
  const [from, to] = [formatNumber(position + 1), formatNumber(position + shown)];
  // The count is read only once, so rows may have been added since.
  if (total === undefined || position + shown > total) return t.pets.range(from, to);
  return t.pets.rangeOf(from, to, formatNumber(total));
};
