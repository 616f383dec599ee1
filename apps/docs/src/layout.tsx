import { DOCS_PATH } from "@petstore/contract/routes";
import type { ReactNode } from "react";
import type { Heading } from "./markdown.js";

export type NavigationGroup = {
  readonly title: string;
  readonly links: readonly { readonly href: string; readonly title: string }[];
};

/** The addresses of the files that every page uses. Their names contain a hash of the content. */
export type Assets = Readonly<Record<"style" | "tryIt" | "find" | "language" | "icon", string>>;

type Props = {
  readonly title: string;
  readonly description: string;
  readonly href: string;
  readonly headings: readonly Heading[];
  readonly navigation: readonly NavigationGroup[];
  readonly assets: Assets;
  readonly script?: keyof Assets | undefined;
  readonly feed?: string | undefined;
  readonly hasSamples?: boolean | undefined;
  readonly children: ReactNode;
};

export const FIND_PATH = `${DOCS_PATH}/find`;

const Navigation = ({ groups, current }: { groups: readonly NavigationGroup[]; current: string }) => (
  <nav id="navigation" aria-label="Documentation" popover="auto">
    {groups.map(({ title, links }) => (
      <div key={title} className="group">
        <p id={`group-${title.toLowerCase().replaceAll(" ", "-")}`}>{title}</p>
        <ul aria-labelledby={`group-${title.toLowerCase().replaceAll(" ", "-")}`}>
          {links.map(({ href, title: text }) => (
            <li key={href}>
              <a href={href} aria-current={href === current ? "page" : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

const OnThisPage = ({ headings }: { readonly headings: readonly Heading[] }) => {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < 2) return null;
  return (
    <nav className="contents" aria-label="On this page">
      <p>On this page</p>
      <ul>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** The frame that surrounds the content of every page. */
export const Page = (props: Props) => {
  const { title, description, href, headings, navigation, assets, script, hasSamples, feed, children } = props;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description} />
        <title>{href === DOCS_PATH ? "Pet Store for developers" : `${title} · Pet Store for developers`}</title>
        {/* The script stands before the style sheet, because it would otherwise wait for it. */}
        {hasSamples && <script src={assets.language} />}
        <link rel="icon" href={assets.icon} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        {feed && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
        {script && <script type="module" src={assets[script]} />}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <div className="bar">
            <button type="button" className="menu" popoverTarget="navigation">
              Menu
            </button>
            <a className="brand" href={DOCS_PATH}>
              <img src={assets.icon} alt="" width="24" height="24" />
              Pet Store <span>for developers</span>
            </a>
            <a className="find" href={FIND_PATH} aria-current={href === FIND_PATH ? "page" : undefined}>
              Find
            </a>
          </div>
        </header>
        <div className="columns">
          <Navigation groups={navigation} current={href} />
          <main id="main" tabIndex={-1}>
            <h1>{title}</h1>
            {children}
          </main>
          <OnThisPage headings={headings} />
        </div>
      </body>
    </html>
  );
};
