import type { Attribute, PetImportResult } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import { Button } from "../../components/button";
import { InlineError, LoadError, SkeletonRows } from "../../components/states";
import { attributesQuery } from "../../lib/pets/attributes";
import { importing } from "../../texts/importing";
import { CheckChoice } from "./check-choice";
import { CheckResult } from "./check-result";
import { ColumnList } from "./column-list";
import type { ColumnContext } from "./column-row";
import { FileSummary } from "./file-summary";
import { definitionsFor, isImportable, whatIsMissing } from "./import-steps";
import { ImportedBefore } from "./imported-before";
import { canUpdate, type Mapping, settingsOf } from "./mapping";
import { chosenTwice, placeOf, placesOf } from "./places";
import type { CsvFile, Reading } from "./read-file";
import { firstMapping, rememberMapping } from "./remembered-mappings";
import { SaveMapping } from "./save-mapping";
import { UnknownValues } from "./unknown-values";
import { useDefine } from "./use-define";
import { useFocusOnMount } from "./use-focus-on-mount";
import { useCheck, useImport } from "./use-import";
import { recognisedIn } from "./value-maps";

const texts = importing;

type Pending = {
  readonly text: string;
  readonly help?: string;
  readonly isWaiting: boolean;
  readonly onStop: () => void;
};

const Progress = ({ text, help, isWaiting, onStop }: Pending) => (
  <div role="status" className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-4">
    <p className="font-medium">{isWaiting ? texts.waiting : text}</p>
    {isWaiting ? (
      <div>
        <Button onClick={onStop}>{texts.stopWaiting}</Button>
      </div>
    ) : (
      <>
        <span className="block h-1.5 animate-pulse rounded-full bg-accent" />
        {help !== undefined && <p className="text-sm text-muted">{help}</p>}
      </>
    )}
  </div>
);

const Outcome = ({ children }: { readonly children: ReactNode }) => (
  <div ref={useFocusOnMount({ isScrolled: true })} tabIndex={-1} className="scroll-mt-16 outline-none">
    {children}
  </div>
);

type ImportFileProps = {
  readonly file: CsvFile;
  readonly onReading: (how: Reading) => void;
  readonly onReset: () => void;
  readonly onDone: (result: PetImportResult) => void;
};

/** Returns the mapping after fields were defined for columns. */
const withFields = (mapping: Mapping, columns: Readonly<Record<string, Attribute>>): Mapping => ({
  ...mapping,
  newFields: Object.fromEntries(
    Object.entries(mapping.newFields ?? {}).filter(([column]) => !Object.hasOwn(columns, column)),
  ),
  places: {
    ...mapping.places,
    ...Object.fromEntries(Object.entries(columns).map(([column, one]) => [column, placeOf(one)])),
  },
});

const none: readonly Attribute[] = [];

/** The information about the columns from the last check. */
type Seen = Pick<ColumnContext, "imported" | "proposals">;

/** The steps from the choice of columns to the import. The rows are checked first and imported afterwards. */
export const ImportFile = ({ file, onReading, onReset, onDone }: ImportFileProps) => {
  const [first] = useState(() => firstMapping(file));
  const [mapping, setMapping] = useState(first.mapping);
  const [isSkipping, setIsSkipping] = useState(false);
  // The meanings of values from the last check remain valid when the mapping changes.
  const [seen, setSeen] = useState<Seen>({ imported: [], proposals: [] });
  const check = useCheck(file, ({ values, unknownColumns: proposals }, { valueMaps }) =>
    setSeen({ imported: recognisedIn(values, valueMaps), proposals }),
  );
  const write = useImport(file, onDone);
  const result = check.mutation.data;
  const fields = useQuery(attributesQuery);
  const attributes = fields.data ?? none;
  const places = useMemo(() => placesOf(file, mapping, attributes), [file, mapping, attributes]);
  const start = useFocusOnMount();

  const keep = (next: Mapping) => {
    setMapping(next);
    rememberMapping(file, next);
  };
  const change = (next: Mapping) => {
    keep(next);
    // The mapping has changed, so the result of the check no longer describes the import.
    check.mutation.reset();
    write.mutation.reset();
  };
  const checkAs = (next: Mapping, known: readonly Attribute[]) => {
    keep(next);
    write.mutation.reset();
    check.mutation.mutate(settingsOf(file, next, known));
  };
  const define = useDefine({
    onSome: (columns) => keep(withFields(mapping, columns)),
    onAll: (columns, known) => checkAs(withFields(mapping, columns), known),
  });
  const definitions = definitionsFor(mapping, places, attributes, seen.proposals);
  const size = { fields: definitions.fields.length, options: definitions.options.flatMap((one) => one.options).length };
  const startCheck = () => {
    if (size.fields + size.options > 0) define.define(definitions);
    else checkAs(mapping, attributes);
  };
  const isBusy = check.mutation.isPending || write.mutation.isPending || define.isPending;
  // The import sends what was checked. If it read the fields again, a field that somebody added in the meantime would
  // turn a retry after a lost answer into another request, and the rows would be imported twice.
  const checked = check.mutation.variables;
  const startImport = () => checked && write.mutation.mutate({ ...checked, skipBad: isSkipping });
  const missing = whatIsMissing(file, mapping, places, attributes);
  const reasonId = useId();
  const canImport = result !== undefined && isImportable(result, isSkipping);
  const context: ColumnContext = {
    file,
    mapping,
    places,
    attributes,
    product: first.product,
    twice: chosenTwice(places),
    ...seen,
    refused: define.refused,
    isLocked: isBusy,
    onChange: change,
  };
  return (
    <div ref={start} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <FileSummary file={file} isLocked={isBusy} onReading={onReading} onReset={onReset} />
      <ImportedBefore name={file.name} />
      <LoadError query={fields} isInline />
      <ColumnList context={context} first={first} missing={missing} />
      {canUpdate(file, places) && (
        <CheckChoice
          label={texts.update}
          isChecked={mapping.isUpdating === true}
          isLocked={isBusy}
          onChange={(isUpdating) => change({ ...mapping, isUpdating })}
        />
      )}
      {result === undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            disabled={missing.length > 0}
            isBusy={check.mutation.isPending || define.isPending}
            aria-describedby={reasonId}
            onClick={startCheck}
          >
            {texts.defineAndCheck(size.fields, size.options)}
          </Button>
          <p id={reasonId} className={missing.length > 0 ? "text-sm font-medium" : "text-sm text-muted"}>
            {missing.length > 0 ? missing.join(" ") : texts.checkHelp}
          </p>
        </div>
      )}
      {define.failure !== null && <InlineError error={define.failure} onRetry={startCheck} />}
      {check.mutation.isPending && (
        <>
          <Progress text={texts.checking} isWaiting={check.isWaiting} onStop={check.stopWaiting} />
          <SkeletonRows count={6} />
        </>
      )}
      {check.mutation.isError && <InlineError error={check.mutation.error} onRetry={startCheck} />}
      {result !== undefined && (
        <Outcome>
          <UnknownValues file={file} imported={result.values} />
          <CheckResult file={file} result={result} attributes={attributes}>
            {result.bad > 0 && result.imported + result.updated > 0 && (
              <CheckChoice
                label={texts.skipBad(result.bad)}
                isChecked={isSkipping}
                isLocked={isBusy}
                onChange={setIsSkipping}
              />
            )}
            {write.mutation.isPending && (
              <Progress
                text={texts.adding(result.imported, result.updated)}
                help={texts.addingHelp}
                isWaiting={write.isWaiting}
                onStop={write.stopWaiting}
              />
            )}
            {write.mutation.isError && <InlineError error={write.mutation.error} onRetry={startImport} />}
            <div className="flex flex-wrap gap-2">
              <Button variant="primary" disabled={!canImport} isBusy={write.mutation.isPending} onClick={startImport}>
                {texts.start(result.imported, result.updated)}
              </Button>
              <Button disabled={isBusy} onClick={startCheck}>
                {texts.checkAgain}
              </Button>
              {checked && <SaveMapping settings={checked} name={file.name} />}
            </div>
          </CheckResult>
        </Outcome>
      )}
    </div>
  );
};
