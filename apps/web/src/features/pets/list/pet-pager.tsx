import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { controlClass, NativeSelect } from "../../../components/native-select";
import { Pager } from "../../../components/pager";
import { formatNumber } from "../../../lib/text/format";
import { notifyFailure } from "../../../lib/page/notices";
import { PAGE_SIZE } from "../../../lib/service/page-links";
import type { usePage } from "../../../lib/service/use-paging";
import { t } from "../../../texts";
import type { PetPage } from "../queries";
import { orderOf, pageSizes, type PetSearch } from "../search";
import type { PetSearchActions } from "../use-pet-search";
import { findPlace, FURTHEST, positionOf } from "./page-positions";
import { summaryOf } from "./page-summary";

type JumpProps = {
  /** The number of the page, if it is known. */
  readonly page: number | undefined;
  readonly pages: number;
  readonly onJump: (page: number) => Promise<void>;
};

const PageJump = ({ page, pages, onJump }: JumpProps) => {
  const id = useId();
  const here = page === undefined ? "" : String(page);
  const [text, setText] = useState(here);
  const [seen, setSeen] = useState(here);
  if (seen !== here) {
    setSeen(here);
    setText(here);
  }
  const [isBusy, setIsBusy] = useState(false);
  const wanted = Math.min(Math.max(Number(text), 1), pages);
  const jump = async () => {
    setIsBusy(true);
    await onJump(wanted);
    setIsBusy(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "" && text !== here) void jump();
      }}
      className="flex items-center gap-2 text-sm text-muted print:hidden"
    >
      <label htmlFor={id}>{t.pets.jump.page}</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={text}
        onChange={({ target }) => setText(target.value.replace(/\D/g, ""))}
        className={`${controlClass} max-w-16 text-center tabular-nums`}
      />
      {t.pets.jump.of(formatNumber(pages))}
      {text !== "" && text !== here && (
        <Button type="submit" isBusy={isBusy}>
          {t.pets.jump.go}
        </Button>
      )}
    </form>
  );
};

type PetPagerProps = {
  /** The search parameters of the rows that are shown. */
  readonly search: PetSearch;
  readonly page: PetPage;
  /** True while the previous page shows, until the page of this address arrives. */
  readonly isStale: boolean;
  /** How many animals match, once it is known. */
  readonly total: number | undefined;
  readonly actions: PetSearchActions;
  readonly pager: ReturnType<typeof usePage>["pager"];
};

/** Turns the pages, jumps to a page, and sets the page size. */
export const PetPager = ({ search, page, isStale, total, actions, pager }: PetPagerProps) => {
  const { limit = PAGE_SIZE } = search;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const position = isStale ? undefined : positionOf(search, page, limit);
  const pages = Math.ceil(Math.min(total ?? 0, FURTHEST) / limit);
  const here = position === undefined ? undefined : Math.floor(position / limit) + 1;
  const jump = async (to: number): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      actions.jump(await findPlace({ order: orderOf(search), position: (to - 1) * limit, signal }));
    } catch (error) {
      if (!signal.aborted) notifyFailure(error, () => void jump(to));
    }
  };
  return (
    <Pager {...pager} summary={isStale ? "" : summaryOf(page, position, total)}>
      {pages > 1 && <PageJump page={here} pages={pages} onJump={jump} />}
      <NativeSelect
        aria-label={t.pets.jump.size}
        className="print:hidden"
        value={String(limit)}
        onValueChange={(size) => actions.arrange({ limit: size === String(PAGE_SIZE) ? undefined : Number(size) })}
        options={pageSizes.map((size) => ({ value: String(size), label: t.pets.jump.sizeOf(size) }))}
      />
    </Pager>
  );
};
