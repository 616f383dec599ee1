import type { ReactNode } from "react";

type DrawerSectionProps = {
  readonly title: string;
  readonly links?: ReactNode;
  readonly children: ReactNode;
};

/** A part of the drawer below the form; the drawer's own title is an h2. */
export const DrawerSection = ({ title, links, children }: DrawerSectionProps) => (
  <section className="flex flex-col gap-2 border-t border-line pt-4">
    <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      <span className="flex gap-4">{links}</span>
    </div>
    {children}
  </section>
);
