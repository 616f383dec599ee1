import { Code } from "../components.js";
import type { Operation } from "../openapi.js";
import { sampleLanguages } from "../samples/languages.js";
import { sampleRequests } from "../samples/sample-request.js";

const languages = Object.entries(sampleLanguages);

/**
 * Shows the request of an operation in each language. browser/language.ts shows only the chosen one; without scripts the
 * page has all of them, and no switch.
 */
export const Samples = ({ operation: { operationId, summary } }: { readonly operation: Operation }) => {
  const request = sampleRequests.get(operationId);
  if (request === undefined) return null;
  return (
    <div className="samples">
      <fieldset className="languages">
        <legend>
          Sample<span className="visually-hidden"> of: {summary}</span>
        </legend>
        {languages.map(([language, { title }]) => (
          <label key={language}>
            <input type="radio" name={`language-${operationId}`} value={language} />
            {title}
          </label>
        ))}
      </fieldset>
      {languages.map(([language, { title, write }]) => (
        <div key={language} data-language={language}>
          <Code label={title}>{write(request)}</Code>
        </div>
      ))}
    </div>
  );
};
