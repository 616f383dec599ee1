type PetDrawerProps = {
  readonly id: number;
  readonly onClose: () => void;
  /** To the animal before (-1) or after (1) it in the list. */
  readonly onStep: (step: -1 | 1) => void;
};

export const PetDrawer = (_: PetDrawerProps) => null;

export const NewPetDrawer = (_: { readonly onClose: () => void }) => null;
