import type { Note } from "@petstore/contract/client";
import { TriangleAlert } from "lucide-react";
import { t } from "../texts";
import { Data, DataLine } from "./data";
import { LoadError } from "./states";

/** Returns the text that a row shows about the warnings of its animal. */
export const warningText = (warnings: readonly Note[] | undefined): string | undefined => {
  const [first, ...more] = warnings ?? [];
  if (first === undefined) return undefined;
  return more.length === 0 ? first.text : `${first.text} ${t.notes.andMore(more.length)}`;
};

/**
 * A warning in one line of a list. It shows only if its container has room for a part of the text; otherwise {@link
 * WarningSign} shows.
 */
export const WarningMark = ({ text }: { readonly text: string }) => (
  <>
    <span className="sr-only">
      {t.notes.warningBefore} <Data>{text}</Data>
    </span>
    <span
      aria-hidden
      className="hidden max-w-full min-w-0 items-center rounded-full bg-danger-soft px-2 py-0.5 text-xs font-medium text-on-danger-soft @[13rem]:inline-flex"
    >
      <DataLine className="min-w-0">{text}</DataLine>
    </span>
  </>
);

/** Marks the face of an animal that has a warning. */
export const WarningSign = () => (
  <span className="absolute -right-1.5 -bottom-1 inline-flex rounded-full bg-danger-soft p-0.5 text-on-danger-soft">
    <TriangleAlert aria-hidden size={14} />
  </span>
);

type PetWarningsProps = {
  readonly petId: number;
  readonly query: {
    readonly data: ReadonlyMap<number, readonly Note[]> | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
};

/** The warnings of an animal, which are shown before anything else. */
export const PetWarnings = ({ petId, query }: PetWarningsProps) => {
  const warnings = query.data?.get(petId) ?? [];
  return (
    <>
      <LoadError query={query} isInline />
      {warnings.length > 0 && (
        <section
          aria-label={t.notes.warnings}
          className="flex gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-on-danger-soft"
        >
          <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
          <ul className="flex min-w-0 flex-1 flex-col gap-2">
            {warnings.map(({ id, text }) => (
              <li key={id} className="max-h-40 overflow-y-auto font-medium wrap-anywhere whitespace-pre-wrap">
                <Data>{text}</Data>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
