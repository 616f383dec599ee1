import type { Attribute, Pet } from "@petstore/contract/client";
import type { ColumnKey, ColumnWidths } from "../column-widths";
import type { ListedPet } from "../queries";
import type { PetOrder } from "../search";

/** The props of a row or a card. A row with equal props is not rendered again. */
export type RowProps = {
  readonly pet: ListedPet;
  /** The fields that the store defines and the list shows. */
  readonly columns: readonly Attribute[];
  readonly category: string;
  /** The animal's warnings in one text, which staff must see first. */
  readonly warning: string | undefined;
  readonly isSelected: boolean;
  readonly href: string;
  readonly onOpen: (id: number) => void;
  readonly onSelect: (id: number, isOn: boolean, isRange: boolean) => void;
  readonly onStatus: (pet: Pet, button: HTMLElement) => void;
};

/** The widths and the order of the columns, and what changes them. */
export type ColumnArrangement = {
  readonly widths: ColumnWidths;
  /** Called with the width while it changes; undefined for the usual width. It is stored if `isDone` is true. */
  readonly onResize: (key: ColumnKey, width: number | undefined, isDone: boolean) => void;
  /** Moves one of the store's own fields, counted from 0. */
  readonly onMove: (from: number, to: number) => void;
};

export type ListProps = {
  readonly pets: readonly ListedPet[];
  readonly columns: readonly Attribute[];
  readonly nameOf: (categoryId: number) => string;
  readonly warningOf: (id: number) => string | undefined;
  readonly hrefOf: (id: number) => string;
  readonly isSelected: (id: number) => boolean;
  readonly onOpen: RowProps["onOpen"];
  readonly onSelect: RowProps["onSelect"];
  readonly onSelectPage: (isOn: boolean) => void;
  readonly onStatus: RowProps["onStatus"];
  readonly sort: PetOrder["sort"];
  readonly onSort: (sort: PetOrder["sort"]) => void;
  readonly rowFocus: (element: HTMLElement | null) => void;
  /** True while the list still shows the rows of the previous filters. */
  readonly isStale: boolean;
};
