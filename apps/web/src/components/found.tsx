import type { MatchReason, MatchRange, Suggestion } from "@petstore/contract/client";
import type { ReactNode } from "react";
import { useAttributeOf } from "../lib/pets/attributes";
import { fromFirstMatch, markParts } from "../lib/search/mark-parts";
import { t } from "../texts";
import { customers } from "../texts/customers";
import { finding } from "../texts/finding";
import { Data } from "./data";

type MarkedProps = { readonly text: string; readonly ranges: readonly MatchRange[] };

/** Shows a text and marks the parts that match. The text is never read as markup. */
export const Marked = ({ text, ranges }: MarkedProps) => (
  <Data>
    {markParts(text, ranges).map((part, at) =>
      part.isMatch ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>,
    )}
  </Data>
);

/** What the row of a result shows. */
export type Face = {
  /** The text of the row without marks. */
  readonly label: string;
  readonly marked?: ReactNode;
  readonly detail: ReactNode;
  /** Says in which field it was found, if the label does not show it. */
  readonly reason?: ReactNode;
};

/** The names of the fields that every animal or customer has. */
const fieldNames: Readonly<Record<string, string>> = {
  id: t.pets.number,
  externalId: t.attributes.details.externalId,
  category: t.pets.fields.categoryId,
  notes: finding.note,
  email: customers.fields.email,
  phone: customers.fields.phone,
  pet: t.orders.columns.animal,
  customer: customers.label,
};

const ofAttribute = (field: string): string | undefined => /^attributes\.(.+)$/.exec(field)?.[1];

const kinds: Readonly<Record<string, string>> = {
  category: t.pets.fields.categoryId,
  customer: customers.label,
  order: finding.order,
};

/** Returns the ranges of a number within its shown form, which may have a sign before it: `#9`. */
const atEnd = ({ text, ranges }: MatchReason, shown: string): readonly MatchRange[] => {
  const before = shown.length - text.length;
  return ranges.map(({ start, end }) => ({ start: start + before, end: end + before }));
};

/** Returns a function that describes a result in the words of staff. */
export const useFaces = (suggestions: readonly Suggestion[]): ((found: Suggestion) => Face) => {
  const attributeOf = useAttributeOf(
    suggestions.some(({ attribute, reason }) => attribute !== null || reason?.field.startsWith("attributes.")),
  );
  const labelOf = (attribute: string) => attributeOf(attribute)?.label ?? attribute;
  const nameOf = (field: string): string | undefined => {
    const attribute = ofAttribute(field);
    return attribute === undefined ? fieldNames[field] : labelOf(attribute);
  };
  const reasonOf = ({ field, ...marked }: MatchReason) => {
    const name = nameOf(field);
    return (
      <>
        {name !== undefined && <Data>{t.pets.fieldFilters.chip(name, "")}</Data>}
        <Marked {...fromFirstMatch(marked)} />
      </>
    );
  };
  const detailOf = ({ kind, status, attribute }: Suggestion): ReactNode => {
    if (kind === "pet") return status === null ? null : t.common.status[status];
    return attribute === null ? kinds[kind] : <Data>{labelOf(attribute)}</Data>;
  };
  return (found) => {
    const { kind, id, text, ranges, reason } = found;
    const number = id === null ? "" : kind === "order" ? t.orders.number(id) : kind === "pet" ? String(id) : "";
    // The label has the number, so a number that matches is marked there.
    const isByNumber = number !== "" && reason?.field === "id";
    return {
      label: [text, number].filter(Boolean).join(" · "),
      marked: (
        <>
          {text !== "" && <Marked text={text} ranges={ranges} />}
          {text !== "" && number !== "" && " · "}
          {isByNumber ? <Marked text={number} ranges={atEnd(reason, number)} /> : <Data>{number}</Data>}
        </>
      ),
      detail: detailOf(found),
      ...(reason !== null && !isByNumber && { reason: reasonOf(reason) }),
    };
  };
};

/** The size and look of a row that shows a {@link Face}. */
export const foundRowClass =
  "flex min-h-10 cursor-default flex-col justify-center rounded-md px-3 py-1 text-sm outline-none data-disabled:opacity-60 data-highlighted:highlighted pointer-coarse:min-h-11";

type FoundRowProps = Face & {
  /** True if people typed the label or the store made it, so it is not a text of the admin. */
  readonly isData?: boolean;
};

/** The content of a row of results. */
export const FoundRow = ({ label, marked, detail, reason, isData = false }: FoundRowProps) => (
  <>
    <span className="flex items-center justify-between gap-4">
      <span translate={isData ? "no" : "yes"} title={label} className="truncate">
        {marked ?? label}
      </span>
      <span className="max-w-1/2 shrink-0 truncate text-muted">{detail}</span>
    </span>
    {reason !== undefined && <span className="line-clamp-2 text-xs wrap-anywhere text-muted">{reason}</span>}
  </>
);

type DidYouMeanProps = { readonly text: string; readonly onChoose: (text: string) => void };

/** Offers the text with its misspelt words corrected. */
export const DidYouMean = ({ text, onChoose }: DidYouMeanProps) => (
  <button
    type="button"
    onClick={() => onChoose(text)}
    className="min-h-9 max-w-full rounded-md text-left text-sm wrap-anywhere text-accent underline underline-offset-2 pointer-coarse:min-h-11 print:hidden"
  >
    {finding.didYouMean(text)}
  </button>
);
