import type { ReactNode } from "react";

export const Kbd = ({ children }: { readonly children: ReactNode }) => (
  <kbd className="rounded border border-control-line bg-sunken px-1.5 font-mono text-sm text-text">{children}</kbd>
);
