import type { Attribute } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { Button, buttonClass } from "../../components/button";
import { Data } from "../../components/data";
import { Page } from "../../components/page";
import { Segments } from "../../components/segments";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { attributesQuery, takesValue } from "../../lib/pets/attributes";
import { MAX_CARDS } from "../../lib/pets/cage-cards";
import { categoriesQuery, useCategoryNames } from "../../lib/pets/categories";
import { printWithPhotos } from "../../lib/page/printing";
import { useAccount } from "../../lib/session/roles";
import { useShortcut } from "../../lib/page/shortcuts";
import { useStore } from "../../lib/page/store";
import { t } from "../../texts";
import { CageCard } from "./cage-card";
import { type CardChoices, cardChoices, isShown } from "./choices";
import { useFittingZoom } from "./fitting-zoom";
import { type CardData, cardsQuery } from "./queries";

const texts = t.print.cards;

const papers = (["a6", "a4"] as const).map((value) => ({ value, label: texts.papers[value] }));
const cardsOf = { a6: 1, a4: 4 } as const;
const widthMm = { a6: 105, a4: 210 } as const;

/** The sheets of each paper. A sheet takes one page of the printer, and no blank page follows the last one. */
const sheetClass = {
  a6: "not-last:break-after-page",
  a4: "grid h-[295mm] w-[210mm] shrink-0 grid-cols-[105mm_105mm] not-last:break-after-page",
} as const;

/** The edge of a card. On A4, people cut along it. */
const cardClass = {
  a6: "border border-line print:border-transparent",
  a4: "border border-dashed border-[#999]",
} as const;

const inSheets = <One,>(all: readonly One[], size: number): readonly (readonly One[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

type TickProps = { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void; readonly children: ReactNode };

const Tick = ({ isOn, onChange, children }: TickProps) => (
  <label className="inline-flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4.5 shrink-0 accent-accent"
    />
    {children}
  </label>
);

type ChoosingProps = {
  readonly choices: CardChoices;
  readonly onChange: (choices: CardChoices) => void;
  readonly attributes: readonly Attribute[];
};

const Choosing = ({ choices, onChange, attributes }: ChoosingProps) => (
  <div className="flex flex-col gap-3">
    <Segments
      className="min-w-0 self-start"
      label={texts.paper}
      name="paper"
      value={choices.paper}
      options={papers}
      onChange={(paper) => onChange({ ...choices, paper })}
    />
    <fieldset className="flex min-w-0 flex-wrap gap-x-5">
      <legend className="text-sm font-medium">{texts.fields}</legend>
      <Tick isOn={choices.hasWarnings} onChange={(hasWarnings) => onChange({ ...choices, hasWarnings })}>
        {texts.warnings}
      </Tick>
      {attributes.map((one) => (
        <Tick
          key={one.name}
          isOn={isShown(choices, one)}
          onChange={(isOn) => onChange({ ...choices, fields: { ...choices.fields, [one.name]: isOn } })}
        >
          <Data className="wrap-anywhere">{one.label}</Data>
        </Tick>
      ))}
    </fieldset>
  </div>
);

type SheetsProps = {
  readonly cards: readonly CardData[];
  readonly choices: CardChoices;
  readonly attributes: readonly Attribute[];
};

const Sheets = ({ cards, choices, attributes }: SheetsProps) => {
  const nameOf = useCategoryNames();
  const { paper, hasWarnings } = choices;
  return inSheets(cards, cardsOf[paper]).map((sheet) => (
    <ul key={sheet[0]?.pet.id} className={sheetClass[paper]}>
      {sheet.map(({ pet, warnings }) => (
        <CageCard
          key={pet.id}
          pet={pet}
          warnings={warnings}
          category={nameOf(pet.categoryId)}
          fields={attributes.filter((one) => isShown(choices, one) && takesValue(one, pet.categoryId))}
          hasWarnings={hasWarnings}
          className={cardClass[paper]}
        />
      ))}
    </ul>
  ));
};

/** Explains why there is nothing to print. */
const Nothing = ({ title, detail }: { readonly title: string; readonly detail?: string }) => (
  <EmptyState
    icon={<Printer aria-hidden />}
    title={title}
    {...(detail !== undefined && { detail })}
    action={
      <Link to="/animals" className={buttonClass("primary")}>
        {texts.toList}
      </Link>
    }
  />
);

/** Shows the cage cards of some animals as they will be printed. */
export const CardsPage = () => {
  const { id: ids } = useSearch({ from: "/cards" });
  const account = useAccount();
  const [preference] = useState(() => cardChoices(account.id));
  const choices = useStore(preference);
  const isTooMany = ids.length > MAX_CARDS;
  const query = useQuery(cardsQuery(isTooMany ? [] : ids));
  const fields = useQuery(attributesQuery);
  const categories = useQuery(categoriesQuery);
  const attributes = (fields.data ?? []).filter(({ isArchived }) => !isArchived);
  const sheets = useRef<HTMLDivElement>(null);
  const [measure, zoom] = useFittingZoom(widthMm[choices.paper]);
  const [isPrinting, setIsPrinting] = useState(false);

  const cards = query.data ?? [];
  const isReady = cards.length > 0 && fields.data !== undefined && categories.data !== undefined;
  const print = async () => {
    if (sheets.current === null || !isReady || isPrinting) return;
    setIsPrinting(true);
    await printWithPhotos(sheets.current);
    setIsPrinting(false);
  };
  // Replaces the browser's own shortcut, which would print before the photos have arrived.
  useShortcut("mod+p", texts.print, () => void print(), { isEnabled: isReady, inFields: true });

  if (isTooMany || ids.length === 0) {
    return (
      <Page title={texts.title}>
        {isTooMany ? (
          <Nothing title={texts.tooMany(MAX_CARDS, ids.length)} />
        ) : (
          <Nothing title={texts.none} detail={texts.noneHelp} />
        )}
      </Page>
    );
  }
  const missing = query.data === undefined ? 0 : ids.length - cards.length;
  return (
    <Page
      title={texts.title}
      actions={
        <Button
          variant="primary"
          icon={<Printer aria-hidden size={16} />}
          disabled={!isReady}
          isBusy={isPrinting}
          onClick={() => void print()}
        >
          {texts.print}
        </Button>
      }
    >
      <LoadError query={query} />
      <LoadError query={fields} isInline />
      <LoadError query={categories} isInline />
      {query.isPending && query.error === null && <SkeletonRows count={4} className="h-40" />}
      <Choosing choices={choices} onChange={preference.set} attributes={attributes} />
      <p className="text-sm text-muted" aria-live="polite">
        {[
          ...(cards.length > 0 ? [texts.count(cards.length, Math.ceil(cards.length / cardsOf[choices.paper]))] : []),
          ...(missing > 0 ? [texts.missing(missing)] : []),
        ].join(" · ")}
      </p>
      {isReady && (
        <div
          ref={(box) => {
            sheets.current = box;
            return measure(box);
          }}
          data-sheets={choices.paper}
          role="region"
          aria-label={texts.preview}
          tabIndex={0}
          // Paper has the size of paper, whatever fits the screen.
          style={{ "--zoom": zoom } as CSSProperties}
          className="flex flex-wrap gap-4 *:[zoom:var(--zoom)] print:block print:*:[zoom:1]"
        >
          <Sheets cards={cards} choices={choices} attributes={attributes} />
        </div>
      )}
    </Page>
  );
};
