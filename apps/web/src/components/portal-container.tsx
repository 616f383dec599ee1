import { createContext, type ReactNode, useContext, useState } from "react";

type Container = { readonly element: HTMLElement | null; readonly set: (element: HTMLElement | null) => void };

const PortalContainer = createContext<Container>({ element: null, set: () => undefined });

/** The component that surrounds everything that opens popups. */
export const PortalContainerProvider = ({ children }: { readonly children: ReactNode }) => {
  const [element, set] = useState<HTMLElement | null>(null);
  return <PortalContainer value={{ element, set }}>{children}</PortalContainer>;
};

/**
 * Popups are rendered inside `<main>`, because elements outside of all landmarks are hard to find with a screen reader.
 */
export const PortalTarget = () => {
  const { set } = useContext(PortalContainer);
  return <div ref={set} />;
};

/** Returns the element for `Portal` parts of Base UI: `<Dialog.Portal container={usePortalContainer()}>`. */
export const usePortalContainer = (): HTMLElement | null => useContext(PortalContainer).element;
