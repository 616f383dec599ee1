import type { Attribute } from "@petstore/contract/client";
import { useMinute } from "../lib/page/minutes";
import { showAttribute } from "../lib/pets/attribute-types";
import { dateMeaning } from "../lib/pets/date-meanings";
import { formatAge, formatDaysSince } from "../lib/text/age";
import { ValueText } from "./data";

type AttributeValueProps = {
  readonly one: Attribute;
  readonly value: unknown;
  /** Whether the exact day stands beside the age. Otherwise only a tooltip and the paper have it. */
  readonly hasDay?: boolean;
  /** Whether the animal has left the store, so that its days there no longer increase. */
  readonly hasLeft?: boolean;
};

type SinceProps = AttributeValueProps & { readonly format: typeof formatAge };

const Since = ({ one, value, hasDay = false, format }: SinceProps) => {
  useMinute();
  const exact = showAttribute(one, value);
  const since = typeof value === "string" ? format(value) : undefined;
  if (since === undefined) return <ValueText value={exact} />;
  return (
    <>
      <time dateTime={String(value)} title={exact.text}>
        {since}
      </time>
      {hasDay && (
        <span className="text-muted print:hidden">
          {" · "}
          <ValueText value={exact} />
        </span>
      )}
    </>
  );
};

/**
 * Shows the value of one of the store's own fields as people read it: an age instead of the day of birth, and the
 * number of days since the day of arrival while the animal is there.
 */
export const AttributeValue = (props: AttributeValueProps) => {
  const meaning = dateMeaning(props.one);
  if (meaning === "birth") return <Since {...props} format={formatAge} />;
  if (meaning === "arrival" && props.hasLeft !== true) return <Since {...props} format={formatDaysSince} />;
  return <ValueText value={showAttribute(props.one, props.value)} />;
};
