import type { ReactNode } from "react";
import { renderDescription, renderInline } from "./markdown.js";

export const Markdown = ({ text }: { readonly text: string }) => (
  // The HTML comes from the contract's own texts, when the site is built.
  <div className="markdown" dangerouslySetInnerHTML={{ __html: renderDescription(text) }} />
);

export const InlineMarkdown = ({ text }: { readonly text: string }) => (
  // The HTML comes from the contract's own texts, when the site is built.
  <span dangerouslySetInnerHTML={{ __html: renderInline(text) }} />
);

/** A heading that links to itself, so that its address can be copied. */
export const Heading = ({
  level,
  id,
  children,
}: {
  readonly level: 2 | 3;
  readonly id: string;
  readonly children: ReactNode;
}) => {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id}>
      <a className="anchor" href={`#${id}`}>
        {children}
      </a>
    </Tag>
  );
};

export const Badge = ({ kind }: { readonly kind: string }) => <span className={`badge ${kind}`}>{kind}</span>;

export const Method = ({ name }: { readonly name: string }) => (
  <span className={`method ${name.toLowerCase()}`}>{name}</span>
);

export const Code = ({ label, children }: { readonly label: string; readonly children: string }) => (
  <figure className="code">
    <figcaption>{label}</figcaption>
    <pre>
      <code>{children}</code>
    </pre>
  </figure>
);

/** Separates the items by commas. */
export const commaSeparated = (items: readonly ReactNode[]): ReactNode[] =>
  items.flatMap((item, at) => (at === 0 ? [item] : [", ", item]));
