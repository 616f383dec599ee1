import { ChevronLeft, ChevronRight } from "lucide-react";
import { t } from "../texts";
import { Button } from "./button";

type PagerProps = {
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  /** "1 to 50 of 10,000", if known. */
  readonly summary?: string;
};

export const Pager = ({ hasPrevious, hasNext, onPrevious, onNext, summary }: PagerProps) => (
  <nav aria-label={t.common.pages} className="flex flex-wrap items-center justify-between gap-2">
    <p className="text-sm text-muted" aria-live="polite">
      {summary}
    </p>
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
