import type { Attribute, PetImportDryRun } from "@petstore/contract/client";
import { badRowColumns } from "@petstore/contract/schemas";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Badge, statusTones } from "../../components/badge";
import { Button } from "../../components/button";
import { Data, DataLine, ValueText } from "../../components/data";
import { Section } from "../../components/page";
import { Cell, HeaderCell, Table } from "../../components/table";
import { showAttribute } from "../../lib/pets/attribute-types";
import { saveFile } from "../../lib/service/download";
import { formatNumber } from "../../lib/text/format";
import { type PetFieldName, petFieldNames, petFields } from "../../lib/pets/pet-fields";
import { t } from "../../texts";
import { importing } from "../../texts/importing";
import { language } from "../../texts/page-language";
import { badRowsFile } from "./bad-rows";
import { PlannedChanges } from "./planned-changes";
import { ProblemGroups } from "./problem-groups";
import type { CsvFile } from "./read-file";

const texts = importing;

const Count = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <div className="min-w-0 flex-1 basis-36 rounded-lg border border-line px-4 py-2.5">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{formatNumber(value)}</dd>
  </div>
);

type PreviewedPet = PetImportDryRun["pets"][number];

const PreviewCell = ({ name, pet }: { readonly name: PetFieldName; readonly pet: PreviewedPet }) => {
  const { categoryId, categoryName, status } = pet;
  switch (petFields[name].kind) {
    case "category":
      return (
        <Cell className="max-w-60 truncate" title={categoryName ?? ""}>
          <Data>{categoryName ?? (categoryId === null ? "" : t.common.noName(categoryId))}</Data>
          {categoryId === null && <span className="ml-2 text-muted">{texts.newCategory}</span>}
        </Cell>
      );
    case "status":
      return (
        <Cell>
          <Badge tone={statusTones[status]}>{t.common.status[status]}</Badge>
        </Cell>
      );
    default:
      return (
        <Cell className="max-w-80 font-medium">
          <DataLine className="block">{String(Reflect.get(pet, name) ?? "")}</DataLine>
        </Cell>
      );
  }
};

/** Returns the fields that the animal in the check's result has. */
const previewed = (pet: PreviewedPet | undefined) => petFieldNames.filter((name) => pet !== undefined && name in pet);

type PreviewProps = Pick<PetImportDryRun, "pets"> & { readonly attributes: readonly Attribute[] };

const Preview = ({ pets, attributes }: PreviewProps) => {
  const hasNumbers = pets.some(({ profile }) => (profile?.externalId ?? null) !== null);
  const filled = attributes.filter(({ name }) => pets.some(({ profile }) => profile?.attributes[name] !== undefined));
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{texts.preview}</h3>
      <Table label={texts.preview}>
        <thead>
          <tr>
            <HeaderCell className="w-0 text-right">{texts.previewLine}</HeaderCell>
            {previewed(pets[0]).map((name) => (
              <HeaderCell key={name}>{petFields[name].label}</HeaderCell>
            ))}
            {hasNumbers && <HeaderCell>{t.attributes.details.externalId}</HeaderCell>}
            {filled.map(({ name, label }) => (
              <HeaderCell key={name}>
                <Data>{label}</Data>
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {pets.map((pet) => (
            <tr key={pet.line}>
              <Cell className="text-right text-muted tabular-nums">{formatNumber(pet.line)}</Cell>
              {previewed(pet).map((name) => (
                <PreviewCell key={name} name={name} pet={pet} />
              ))}
              {hasNumbers && (
                <Cell>
                  <Data>{pet.profile?.externalId}</Data>
                </Cell>
              )}
              {filled.map((one) => (
                <Cell key={one.name} className="max-w-60 truncate">
                  <ValueText value={showAttribute(one, pet.profile?.attributes[one.name])} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
};

type ResultProps = { readonly file: CsvFile; readonly result: PetImportDryRun };

type CheckResultProps = ResultProps & {
  readonly attributes: readonly Attribute[];
  /** The next step. */
  readonly children?: ReactNode;
};

const Problems = ({ file, result: { bad, badRows, problems, moreProblems } }: ResultProps) => {
  const download = async () => {
    const csv = await badRowsFile(file, badRows, badRowColumns[language]);
    saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), texts.problemsFile(file.name.replace(/\.\w+$/, "")));
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{texts.problemsTitle}</h3>
        <Button icon={<Download aria-hidden size={16} />} onClick={() => void download()}>
          {texts.download}
        </Button>
      </div>
      <ProblemGroups problems={problems} moreProblems={moreProblems} />
      <p className="text-sm text-muted">
        {texts.downloadHelp} {bad > badRows.length && texts.listedOnly(badRows.length)}
      </p>
    </div>
  );
};

/** Shows what the import would do: the counts, the rows with problems, and the first animals. */
export const CheckResult = ({ file, result, attributes, children }: CheckResultProps) => (
  <Section title={texts.result}>
    <dl className="flex flex-wrap gap-3" aria-live="polite">
      <Count label={texts.counts.good} value={result.imported} />
      {result.updated > 0 && <Count label={texts.counts.updated} value={result.updated} />}
      <Count label={texts.counts.bad} value={result.bad} />
      <Count label={texts.counts.categories} value={result.categories.new} />
    </dl>
    {result.imported + result.updated === 0 && <p className="text-sm">{texts.nothingGood}</p>}
    {result.bad > 0 && <Problems file={file} result={result} />}
    {result.updated > 0 && <PlannedChanges changes={result.changes} attributes={attributes} />}
    {children}
    {result.pets.length > 0 && <Preview pets={result.pets} attributes={attributes} />}
  </Section>
);
