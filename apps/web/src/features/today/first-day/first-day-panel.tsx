import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Circle, CircleCheck, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button, IconButton } from "../../../components/button";
import { InlineError } from "../../../components/states";
import { firstDayHidden } from "../../../lib/page/preferences";
import { attributesQuery } from "../../../lib/pets/attributes";
import { categoriesQuery } from "../../../lib/pets/categories";
import { askAuth } from "../../../lib/service/api";
import { useHasRole } from "../../../lib/session/roles";
import { useStoreDetails } from "../../../lib/store/store-settings";
import { firstDay as texts } from "../../../texts/first-day";
import { locale } from "../../../texts/page-language";
import { ClearSamples } from "./clear-samples";
import { samplesQuery } from "./samples";
import { countOf, translationsOf, useTranslate } from "./translate";

/** How many accounts the store has. Only owners may know. */
const staffQuery = {
  queryKey: ["first-day", "staff"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<number> =>
    (await askAuth((auth, options) => auth.users.listUsers({ query: { limit: 1 }, ...options }), { signal })).body
      .total,
};

type LineProps = {
  readonly isDone: boolean;
  readonly text: string;
  /** The page on which it is done. */
  readonly to?: LinkProps;
  readonly action?: ReactNode;
};

const Line = ({ isDone, text, to, action }: LineProps) => (
  <li className="flex min-h-10 flex-wrap items-center gap-3 border-b border-line py-1 text-sm last:border-b-0">
    {isDone ? (
      <CircleCheck role="img" aria-label={texts.done} size={18} className="shrink-0 text-accent" />
    ) : (
      <Circle aria-hidden size={18} className="shrink-0 text-muted" />
    )}
    <span className="min-w-0 flex-1">
      {isDone || to === undefined ? (
        <span className={isDone ? "text-muted line-through" : ""}>{text}</span>
      ) : (
        <Link {...to} className="font-medium text-accent underline-offset-2 hover:underline">
          {text}
        </Link>
      )}
    </span>
    {!isDone && action}
  </li>
);

type FirstDayPanelProps = {
  /** The number of animals in the store; undefined while it is not known. */
  readonly petCount: number | undefined;
};

/** What an owner does on the first day. Each line is ticked by what the store has, and the list goes when all are. */
const FirstDayPanel = ({ petCount }: FirstDayPanelProps) => {
  const isOwner = useHasRole("owner");
  const isEnglish = locale.startsWith("en");
  const { name, currency } = useStoreDetails();
  const { data: samples } = useQuery(samplesQuery);
  const { data: staff } = useQuery({ ...staffQuery, enabled: isOwner });
  const { data: attributes } = useQuery({ ...attributesQuery, enabled: !isEnglish });
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: !isEnglish });
  const [isClearing, setIsClearing] = useState(false);
  const translate = useTranslate();
  const isKnown =
    petCount !== undefined &&
    samples !== undefined &&
    (!isOwner || staff !== undefined) &&
    (isEnglish || (attributes !== undefined && categories !== undefined));
  const translations = translationsOf(attributes ?? [], categories ?? []);
  const lines = {
    name: name !== null,
    currency: currency !== null,
    ...(isOwner && { staff: (staff ?? 0) > 1 }),
    animal: (petCount ?? 0) > (samples ?? []).length,
    samples: (samples ?? []).every(({ status }) => status !== "available"),
    ...(!isEnglish && { language: countOf(translations) === 0 }),
  };
  const isAllDone = isKnown && Object.values(lines).every((isDone) => isDone);
  useEffect(() => {
    if (isAllDone) firstDayHidden.set(true);
  }, [isAllDone]);
  if (!isKnown || isAllDone) return null;
  return (
    <section aria-labelledby="first-day" className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-4">
      <div className="flex items-start justify-between gap-2">
        <div>
          <h2 id="first-day" className="text-base font-semibold">
            {texts.title}
          </h2>
          <p className="text-sm text-muted">{texts.help}</p>
        </div>
        <IconButton label={texts.hide} onClick={() => firstDayHidden.set(true)}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <ul>
        <Line isDone={lines.name} text={texts.lines.name} to={{ to: "/store" }} />
        <Line isDone={lines.currency} text={texts.lines.currency} to={{ to: "/store" }} />
        {lines.language !== undefined && (
          <Line
            isDone={lines.language}
            text={texts.lines.language}
            action={
              <Button onClick={() => translate.mutate(translations)} isBusy={translate.isPending}>
                {texts.translate.action}
              </Button>
            }
          />
        )}
        {lines.staff !== undefined && <Line isDone={lines.staff} text={texts.lines.staff} to={{ to: "/staff" }} />}
        <Line isDone={lines.animal} text={texts.lines.animal} to={{ to: "/animals", search: { new: true } }} />
        <Line
          isDone={lines.samples}
          text={texts.lines.samples}
          action={<Button onClick={() => setIsClearing(true)}>{texts.clear.action}</Button>}
        />
      </ul>
      {translate.isError && <InlineError error={translate.error} onRetry={() => translate.mutate(translations)} />}
      {isClearing && <ClearSamples samples={samples} onClose={() => setIsClearing(false)} />}
    </section>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default FirstDayPanel;
