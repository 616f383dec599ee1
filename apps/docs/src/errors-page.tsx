import { errorCodes } from "@petstore/contract/routes";
import { authErrorCodes } from "@petstore/contract/auth";
import { Code, commaSeparated, Heading, InlineMarkdown } from "./components.js";
import { authRemedies, type Remedy, remedies } from "./error-remedies.js";
import { auth, type Interface, type Operation, v1 } from "./openapi.js";
import type { PageContent } from "./page-content.js";

type CodeEntry = { readonly status: number; readonly meaning: string; readonly example: string };

const answersWith =
  (code: string) =>
  ({ responses }: Operation) =>
    Object.values(responses).some(({ content = {} }) =>
      Object.values(content).some(({ examples = {} }) =>
        Object.values(examples).some(({ value }) => (value as { code?: unknown } | null)?.code === code),
      ),
    );

const MANY = 12;

const Operations = ({ of, code }: { readonly of: Interface; readonly code: string }) => {
  const operations = of.operations.filter(answersWith(code));
  // The codes of the HTTP layer are sent before the operation is known.
  if (operations.length === 0) return <>no operation declares it: it is answered before the operation is known</>;
  if (operations.length === of.operations.length) return <>every operation</>;
  if (operations.length > MANY) return <>most operations</>;
  return (
    <>
      {commaSeparated(
        operations.map(({ operationId, href, method, path }) => (
          <a key={operationId} href={href}>
            <code>{`${method} ${path}`}</code>
          </a>
        )),
      )}
    </>
  );
};

const errorsPage = (
  of: Interface,
  codes: Readonly<Record<string, CodeEntry>>,
  { title, advice }: { readonly title: string; readonly advice: Readonly<Record<string, Remedy>> },
): PageContent => {
  const entries = Object.entries(codes);
  return {
    href: of.errorsHref,
    title,
    description: `Each error code below ${of.basePath}: what it means and what to do.`,
    headings: entries.map(([code]) => ({ id: code, text: code, depth: 2 })),
    entries: entries.map(([code, { status }]) => ({
      text: code,
      kind: `error ${status} below ${of.basePath}`,
      href: `${of.errorsHref}#${code}`,
    })),
    body: (
      <>
        <p>
          The body of every error has exactly three fields: <code>code</code> for programs, <code>message</code> for
          people, and <code>status</code>, the HTTP status. Decide by <code>code</code>, never by <code>message</code>.
          Codes may be added: treat one that you do not know by its status.
        </p>
        {entries.map(([code, { status, meaning, example }]) => (
          <section key={code} className="error" aria-labelledby={code}>
            <Heading level={2} id={code}>
              {code}
            </Heading>
            <p>
              <span className={`status s${String(status).charAt(0)}`}>{status}</span> <InlineMarkdown text={meaning} />
            </p>
            <p>
              <strong>What to do.</strong> <InlineMarkdown text={advice[code]?.todo ?? ""} />
            </p>
            <p>
              <strong>Retry.</strong> <InlineMarkdown text={advice[code]?.retry ?? ""} />
            </p>
            <p>
              <strong>Answered by</strong> <Operations of={of} code={code} />.
            </p>
            <Code label="Example">{JSON.stringify({ code, message: example, status }, null, 2)}</Code>
          </section>
        ))}
      </>
    ),
  };
};

export const errorsPages: readonly PageContent[] = [
  errorsPage(v1, errorCodes, { title: "Errors", advice: remedies }),
  errorsPage(auth, authErrorCodes, { title: "Errors of accounts", advice: authRemedies }),
];
