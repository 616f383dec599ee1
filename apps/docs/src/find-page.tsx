import type { IndexEntry } from "./page-content.js";

/**
 * Lists the whole index. browser/find.ts hides the entries that do not match, and without a script all of them are
 * shown.
 */
export const FindList = ({ entries }: { readonly entries: readonly IndexEntry[] }) => (
  <>
    <div className="field wide search">
      <label htmlFor="query">Operation, path, error code, schema or header field</label>
      <input id="query" type="search" autoComplete="off" spellCheck={false} aria-describedby="matches" />
      <p id="matches" role="status">
        {entries.length} entries
      </p>
    </div>
    <ul className="entries">
      {entries.map(({ text, kind, href }) => (
        <li key={href + text}>
          <a href={href}>{text}</a> <span className="type">{kind}</span>
        </li>
      ))}
    </ul>
  </>
);
