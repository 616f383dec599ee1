import { Data } from "../../../components/data";
import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import type { LeftPet } from "./bulk-action";

const reasons = ["reserved", "changed", "gone", "category"] as const;
const MAX_NUMBERS = 20;

type LeftOutProps = {
  readonly left: readonly LeftPet[];
  /** True if the change has been made, false if it is still to be made. */
  readonly isPast: boolean;
};

/** Says how many animals a change leaves out and why, and names the first of them. */
export const LeftOut = ({ left, isPast }: LeftOutProps) => {
  if (left.length === 0) return null;
  const shown = left
    .slice(0, MAX_NUMBERS)
    .map(({ id, name }) => (name === undefined ? String(id) : t.pets.bulk.numbered(name, id)));
  const more = left.length - shown.length;
  const isNamed = left.some(({ name }) => name !== undefined);
  return (
    <div className="rounded-md bg-warning-soft px-3 py-2 text-on-warning-soft">
      <p>{isPast ? t.pets.bulk.wasLeftOut(left.length) : t.pets.bulk.leftOut(left.length)}</p>
      <ul className="list-disc pl-5">
        {reasons
          .map((reason) => ({ reason, count: left.filter((one) => one.reason === reason).length }))
          .filter(({ count }) => count > 0)
          .map(({ reason, count }) => (
            <li key={reason}>{t.pets.bulk.reasons[reason](count)}</li>
          ))}
      </ul>
      <p className="mt-1 wrap-anywhere">
        {isNamed ? t.pets.bulk.names : t.pets.bulk.numbers} <Data className="tabular-nums">{shown.join(", ")}</Data>
        {more > 0 && <span> {t.pets.bulk.andMore(formatNumber(more))}</span>}
      </p>
    </div>
  );
};
