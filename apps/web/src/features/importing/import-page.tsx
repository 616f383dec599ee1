import type { PetImportResult } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Lock } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "../../components/button";
import { Page } from "../../components/page";
import { EmptyState, SkeletonRows } from "../../components/states";
import { useHasRole } from "../../lib/session/roles";
import { t } from "../../texts";
import { importing } from "../../texts/importing";
import { useRowsDraft } from "./drafts";
import { FileDrop } from "./file-drop";
import { ImportFile } from "./import-file";
import { PasteRows } from "./paste-rows";
import type { FileProblem } from "./read-file";
import { Template } from "./template-button";
import { useFocusOnMount } from "./use-focus-on-mount";
import { useCsvFile } from "./use-csv-file";

const texts = importing;

type ProblemProps = { readonly problem: FileProblem; readonly onReadAsWindows: () => void };

const Problem = ({ problem, onReadAsWindows }: ProblemProps) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-4 py-3 text-sm text-on-danger-soft"
  >
    <p className="min-w-0 flex-1 basis-64">{texts.problems[problem]}</p>
    {problem === "encoding" && <Button onClick={onReadAsWindows}>{texts.readAsWindows}</Button>}
  </div>
);

type DoneProps = { readonly result: PetImportResult; readonly onAgain: () => void };

const Done = ({ result, onAgain }: DoneProps) => (
  <div ref={useFocusOnMount()} tabIndex={-1} className="outline-none">
    <EmptyState
      icon={<CircleCheck aria-hidden size={32} />}
      title={texts.done(result.imported, result.updated)}
      detail={texts.doneDetail(result.bad, result.categories.new)}
      action={
        <>
          <Link to="/animals" search={{ sort: "-id" }} className={buttonClass("primary")}>
            {texts.showAnimals}
          </Link>
          <Link to="/history" search={{ subject: "catalogue" }} className={buttonClass()}>
            {texts.showHistory}
          </Link>
          <Button onClick={onAgain}>{texts.again}</Button>
        </>
      }
    />
  </div>
);

const Journey = () => {
  const { state, choose, readAs, reset } = useCsvFile();
  const [result, setResult] = useState<PetImportResult>();
  const rows = useRowsDraft("new");
  const again = () => {
    setResult(undefined);
    reset();
  };
  if (result !== undefined) return <Done result={result} onAgain={again} />;
  if (state.phase === "read") {
    const { file } = state;
    return (
      <ImportFile
        // The key resets the choices for another file, and for the same file when it is read in another way.
        key={`${file.name} ${file.size} ${file.encoding} ${file.delimiter} ${file.headerLine} ${file.workbook?.sheet} ${file.workbook?.isSkippingHidden}`}
        file={file}
        onReading={readAs}
        onReset={again}
        onDone={(done) => {
          if (rows.now()?.text === file.text) rows.set(undefined);
          setResult(done);
        }}
      />
    );
  }
  return (
    <>
      {state.phase === "problem" && (
        <Problem problem={state.problem} onReadAsWindows={() => readAs({ encoding: "windows-1252" })} />
      )}
      {state.phase === "reading" ? (
        <>
          <p role="status" className="text-sm text-muted">
            {texts.reading}
          </p>
          <SkeletonRows count={6} />
        </>
      ) : (
        <>
          <FileDrop onChoose={choose} />
          <PasteRows onChoose={choose} />
        </>
      )}
    </>
  );
};

export const ImportPage = () => {
  const isManager = useHasRole("manager");
  return (
    <Page title={t.shell.importing} description={texts.description} {...(isManager && { actions: <Template /> })}>
      {isManager ? <Journey /> : <EmptyState icon={<Lock aria-hidden size={28} />} title={texts.notAllowed} />}
    </Page>
  );
};
