import { createContext, type ReactNode, useContext, useState } from "react";

const PortalContainer = createContext<HTMLElement | null>(null);

/** Popups belong inside `<main>`: what stands outside of all landmarks is hard to find with a screen reader. */
export const PortalContainerProvider = ({ children }: { readonly children: ReactNode }) => {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <PortalContainer value={container}>
      {children}
      <div ref={setContainer} />
    </PortalContainer>
  );
};

/** Where `Portal` parts of Base UI go: `<Dialog.Portal container={usePortalContainer()}>`. */
export const usePortalContainer = (): HTMLElement | null => useContext(PortalContainer);
