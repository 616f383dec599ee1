import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../texts";
import { Button } from "./button";

type PagerProps = {
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  /** A summary such as "1 to 50 of 10,000", if it is known. */
  readonly summary?: string;
  /** Further controls to change the page. */
  readonly children?: ReactNode;
};

export const Pager = ({ hasPrevious, hasNext, onPrevious, onNext, summary, children }: PagerProps) => (
  <nav aria-label={t.common.pages} className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className="flex-1 basis-32 text-sm text-muted tabular-nums" aria-live="polite">
      {summary}
    </p>
    {children}
    <div className="flex gap-2">
      <Button disabled={!hasPrevious} onClick={onPrevious} icon={<ChevronLeft aria-hidden size={16} />}>
        {t.common.previousPage}
      </Button>
      <Button disabled={!hasNext} onClick={onNext}>
        {t.common.nextPage}
        <ChevronRight aria-hidden size={16} />
      </Button>
    </div>
  </nav>
);
