import { BASE_PATH } from "@petstore/contract/routes";
import { Heading } from "./components.js";
import { deprecations, formatDay } from "./facts.js";
import type { Heading as HeadingEntry } from "./markdown.js";
import { type Operation, v1 } from "./openapi.js";

const operationOf = (operationId: string): Operation => {
  const operation = v1.operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`openapi.json has no operation ${operationId}: write it anew.`);
  return operation;
};

const entries = deprecations.map((deprecation) => ({
  ...deprecation,
  operation: operationOf(deprecation.operationId),
}));
const titleOf = ({ method, path }: Operation) => `${method} ${path}`;

export const deprecatedHeadings: readonly HeadingEntry[] = entries.map(({ operation }) => ({
  id: operation.operationId,
  text: titleOf(operation),
  depth: 2,
}));

/** A section for each deprecated operation, generated from the contract. */
export const DeprecatedOperations = () =>
  entries.map(({ operation, since, sunset, successor }) => {
    const replacement = v1.operations.find(({ method, path }) => method === "GET" && path === successor);
    return (
      <section key={operation.operationId} aria-labelledby={operation.operationId}>
        <Heading level={2} id={operation.operationId}>
          <code>{titleOf(operation)}</code>
        </Heading>
        <p>
          Deprecated since {formatDay(since)}, removed on <strong>{formatDay(sunset)}</strong>. Use{" "}
          <a href={replacement?.href ?? `${BASE_PATH}/openapi.json`}>
            <code>GET {successor}</code>
          </a>{" "}
          instead: with <code>id</code> for known pets, with <code>status</code> for those of one status.
        </p>
        <p>
          <a href={operation.href}>Its reference</a>
        </p>
      </section>
    );
  });
