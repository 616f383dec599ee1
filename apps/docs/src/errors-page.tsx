import type { ReactNode } from "react";
import { errorCodes, problemTitleOf, problemTypeOf, retiredErrorCodes } from "@petstore/contract/routes";
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

const exampleProblem = (page: string) => ({
  type: problemTypeOf(page, "invalid_request"),
  title: problemTitleOf("invalid_request"),
  status: 400,
  detail: "body.categoryId is required",
  code: "invalid_request",
  errors: [{ pointer: "/categoryId", rule: "required", detail: "body.categoryId is required" }],
});

type Retired = Readonly<Record<string, CodeEntry & { readonly successor: string }>>;

type CodeSectionProps = { readonly code: string; readonly entry: CodeEntry; readonly children: ReactNode };

/** A code, its status and its meaning, and what else there is to say. */
const CodeSection = ({ code, entry: { status, meaning }, children }: CodeSectionProps) => (
  <section className="error" aria-labelledby={code}>
    <Heading level={2} id={code}>
      {code}
    </Heading>
    <p>
      <span className={`status s${String(status).charAt(0)}`}>{status}</span> <InlineMarkdown text={meaning} />
    </p>
    {children}
  </section>
);

const RetiredCodes = ({ codes }: { readonly codes: Retired }) =>
  Object.entries(codes).map(([code, entry]) => (
    <CodeSection key={code} code={code} entry={entry}>
      <p>
        No operation answers it any more: operations in beta answered it before they answered{" "}
        <a href={`#${entry.successor}`}>
          <code>{entry.successor}</code>
        </a>
        . The document of the stable operations still lists it.
      </p>
    </CodeSection>
  ));

const errorsPage = (
  of: Interface,
  codes: Readonly<Record<string, CodeEntry>>,
  {
    title,
    advice,
    retired = {},
  }: {
    readonly title: string;
    readonly advice: Readonly<Record<string, Remedy>>;
    readonly retired?: Retired;
  },
): PageContent => {
  const entries = Object.entries(codes);
  return {
    href: of.errorsHref,
    title,
    description: `Each error code below ${of.basePath}: what it means and what to do.`,
    headings: [...entries, ...Object.entries(retired)].map(([code]) => ({ id: code, text: code, depth: 2 })),
    entries: entries.map(([code, { status }]) => ({
      text: code,
      kind: `error ${status} below ${of.basePath}`,
      href: `${of.errorsHref}#${code}`,
    })),
    body: (
      <>
        <p>
          By default, the body of every error has exactly three fields: <code>code</code> for programs,{" "}
          <code>message</code> for people, and <code>status</code>, the HTTP status. Decide by <code>code</code>, never
          by <code>message</code>. Codes may be added: treat one that you do not know by its status.
        </p>
        <p>
          A program can ask for more with <code>Accept: application/problem+json</code> (RFC 9457). Then the same error
          has <code>type</code>, the address of its code on this page; <code>title</code>, <code>status</code> and{" "}
          <code>code</code>; <code>detail</code>, which is the message of the other form; and, where they apply,{" "}
          <code>errors</code> and <code>conflict</code>. Each entry of <code>errors</code> says where a problem is (
          <code>pointer</code> into the body, <code>parameter</code> or <code>header</code>), which <code>rule</code> is
          broken, and in <code>given</code> what was sent, unless that may be secret or personal. <code>conflict</code>{" "}
          has the <code>kind</code> and <code>id</code> of the thing that is in the way. Status and header fields are
          the same in both forms. A success has its usual media type.
        </p>
        <Code label="The other form">{JSON.stringify(exampleProblem(of.errorsHref), null, 2)}</Code>
        {entries.map(([code, entry]) => (
          <CodeSection key={code} code={code} entry={entry}>
            <p>
              <strong>What to do.</strong> <InlineMarkdown text={advice[code]?.todo ?? ""} />
            </p>
            <p>
              <strong>Retry.</strong> <InlineMarkdown text={advice[code]?.retry ?? ""} />
            </p>
            <p>
              <strong>Answered by</strong> <Operations of={of} code={code} />.
            </p>
            <Code label="Example">
              {JSON.stringify({ code, message: entry.example, status: entry.status }, null, 2)}
            </Code>
          </CodeSection>
        ))}
        <RetiredCodes codes={retired} />
      </>
    ),
  };
};

export const errorsPages: readonly PageContent[] = [
  errorsPage(v1, errorCodes, { title: "Errors", advice: remedies, retired: retiredErrorCodes }),
  errorsPage(auth, authErrorCodes, { title: "Errors of accounts", advice: authRemedies }),
];
