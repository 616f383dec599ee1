import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "./button";
import type { CategoryPickerProps } from "./category-combobox";
import { classNames } from "./class-names";

const load = () => import("./category-combobox");
const CategoryCombobox = lazy(load);

/** Lets a person choose one of many categories by typing. The list is loaded when it is first opened. */
export const CategoryPicker = (props: CategoryPickerProps) => {
  const [isOpened, setIsOpened] = useState(false);
  const { label, value, options, none, className } = props;
  const chosen = options.find(({ id }) => id === value)?.name;
  const closed = (
    <Button
      aria-haspopup="dialog"
      aria-expanded="false"
      aria-label={`${label}: ${chosen ?? none ?? ""}`}
      className={classNames("justify-between! font-normal", className)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsOpened(true)}
    >
      <span translate={chosen === undefined ? "yes" : "no"} title={chosen ?? none ?? label} className="truncate">
        {chosen ?? none ?? label}
      </span>
      <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
    </Button>
  );
  if (!isOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <CategoryCombobox {...props} />
    </Suspense>
  );
};
