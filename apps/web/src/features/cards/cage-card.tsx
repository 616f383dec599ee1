import type { Attribute, Note, Photo } from "@petstore/contract/client";
import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { classNames } from "../../components/class-names";
import { Data, ValueText } from "../../components/data";
import { PhotoImage } from "../../components/photo-image";
import { QrCode } from "../../components/qr-code";
import { StoreLogo } from "../../components/store-logo";
import { showAttribute } from "../../lib/pets/attribute-types";
import { cardAddress } from "../../lib/pets/cage-cards";
import { useStoreDetails } from "../../lib/store/store-settings";
import type { Value } from "../../lib/text/value";
import { t } from "../../texts";
import type { CardData } from "./queries";

const texts = t.print.cards;
const MAX_WARNINGS = 3;
const PHOTO_WIDTH = 800;

/** Chooses one file for the printer, because the browser would choose a file by the pixels of the screen. */
const atPrintWidth = (photo: Photo): Photo => ({
  ...photo,
  sizes: [photo.sizes.find(({ width }) => width >= PHOTO_WIDTH) ?? photo.sizes.at(-1)].flatMap((size) => size ?? []),
});

const Warnings = ({ warnings }: { readonly warnings: readonly Note[] }) => (
  <div className="flex gap-[2mm] border-[0.8mm] border-[#000] p-[2mm] text-[12pt] leading-tight font-bold">
    <TriangleAlert role="img" aria-label={t.notes.warnings} size={22} className="shrink-0" />
    <ul className="flex min-w-0 flex-1 flex-col gap-[1mm]">
      {warnings.slice(0, MAX_WARNINGS).map(({ id, text }) => (
        <li key={id} className={classNames("wrap-anywhere", warnings.length > 1 ? "line-clamp-2" : "line-clamp-5")}>
          <Data>{text}</Data>
        </li>
      ))}
      {warnings.length > MAX_WARNINGS && <li>{t.notes.andMore(warnings.length - MAX_WARNINGS)}</li>}
    </ul>
  </div>
);

type FieldValue = { readonly one: Attribute; readonly value: Value };

/** Lists the fields below each other. A field for which no room is left is hidden as a whole. */
const Fields = ({ values }: { readonly values: readonly FieldValue[] }) => {
  const list = useRef<HTMLDListElement>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    if (list.current !== null) setIsCut(list.current.scrollWidth > list.current.clientWidth);
  }, []);
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <dl ref={list} className="flex min-h-0 w-full flex-1 flex-col flex-wrap overflow-hidden text-[10pt] leading-snug">
        {values.map(({ one, value }) => (
          <div key={one.name} className="line-clamp-3 w-full wrap-anywhere">
            <dt className="inline">
              <Data>{t.pets.fieldFilters.chip(one.label, "")}</Data>
            </dt>
            <dd className="inline font-semibold">
              <ValueText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {isCut && <p className="text-[9pt]">{texts.more}</p>}
    </div>
  );
};

type CageCardProps = CardData & {
  readonly category: string;
  readonly fields: readonly Attribute[];
  readonly hasWarnings: boolean;
  readonly className: string;
};

/** A card of A6 in portrait format. It has the same size on the screen and on every paper. */
export const CageCard = ({ pet, warnings, category, fields, hasWarnings, className }: CageCardProps) => {
  const [first] = pet.profile?.photos ?? [];
  const [missing, setMissing] = useState<number>();
  const photo = first?.id === missing ? undefined : first;
  const { name: store, logo } = useStoreDetails();
  const shownWarnings = hasWarnings ? warnings : [];
  const values = fields.flatMap((one) => {
    const value = pet.profile?.attributes[one.name];
    return value === undefined ? [] : [{ one, value: showAttribute(one, value) }];
  });
  return (
    <li
      className={classNames(
        "flex h-[147.5mm] w-[105mm] shrink-0 flex-col gap-[3mm] overflow-hidden bg-[#fff] p-[7mm] text-[#000]",
        className,
      )}
    >
      {shownWarnings.length > 0 && <Warnings warnings={shownWarnings} />}
      {photo !== undefined && (
        <PhotoImage
          photo={atPrintWidth(photo)}
          alt=""
          sizes={`${PHOTO_WIDTH}px`}
          className="min-h-[30mm] w-full shrink! grow basis-[50mm]"
          onError={() => setMissing(photo.id)}
        />
      )}
      <div>
        <h2 className="line-clamp-2 text-[24pt] leading-tight font-bold wrap-anywhere">
          <Data>{pet.name}</Data>
        </h2>
        <p className="line-clamp-2 text-[12pt] wrap-anywhere">
          {t.print.number(pet.id)} · <Data>{category}</Data>
        </p>
      </div>
      {/* Fields beyond what fits give way to the photo, by which people recognise the animal. */}
      <div className={classNames("flex min-h-[28mm] shrink-[1000] gap-[3mm]", photo === undefined && "flex-1")}>
        {/* When anything on the card changes, a new key renders the fields again, so that they check again whether they fit. */}
        <Fields key={JSON.stringify([photo?.id, shownWarnings, values, pet.name])} values={values} />
        <QrCode text={cardAddress(pet.id)} label={texts.code(pet.id)} className="size-[28mm] self-end" />
      </div>
      {(store !== null || logo !== null) && (
        <p className="-mt-[1mm] flex items-center gap-[1.5mm] text-[8pt] leading-tight">
          <StoreLogo className="h-[6mm] max-w-[20mm]" />
          {store !== null && <Data className="truncate">{store}</Data>}
        </p>
      )}
    </li>
  );
};
