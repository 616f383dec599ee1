import { type CsvRecord, delimiters, type Encoding, encodings, isDelimiter } from "@petstore/tables";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { NativeSelect } from "../../components/native-select";
import { Section } from "../../components/page";
import { formatNumber } from "../../lib/text/format";
import { importing } from "../../texts/importing";
import { CheckChoice } from "./check-choice";
import type { CsvFile, Reading } from "./read-file";

const texts = importing;
const all = encodings.map((value) => ({ value, label: texts.encodings[value] }));

const isMarked = (encoding: Encoding) => encoding.startsWith("utf-16");

/** If the file itself declares its encoding, the person cannot choose another one. */
const optionsFor = ({ encoding }: CsvFile) =>
  all.filter(({ value }) => (isMarked(encoding) ? value === encoding : !isMarked(value)));

const separators = delimiters.map((value) => ({ value, label: texts.delimiters[value] }));

const sheetsOf = ({ sheet, sheets, hiddenSheets }: NonNullable<CsvFile["workbook"]>) =>
  [...sheets, ...hiddenSheets.filter((one) => one === sheet)].map((value) => ({ value, label: value, isData: true }));

const MAX_SHOWN_CELLS = 3;

const labelOf = ({ line, fields }: CsvRecord): string =>
  `${line}: ${fields
    .filter((field) => field.trim() !== "")
    .slice(0, MAX_SHOWN_CELLS)
    .join(", ")}`;

/** The lines that can name the columns: those at the start of the file, and the chosen one. */
const linesOf = ({ firstLines }: CsvFile) =>
  firstLines.map((record) => ({ value: String(record.line), label: labelOf(record), isData: true }));

type ChoiceProps = {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isData?: boolean }[];
  readonly value: string;
  readonly isLocked: boolean;
  readonly onChange: (value: string) => void;
};

const Choice = ({ label, options, value, isLocked, onChange }: ChoiceProps) => (
  <label className="flex items-center gap-2 text-sm">
    {label}
    <NativeSelect options={options} value={value} disabled={isLocked} onValueChange={onChange} className="max-w-60" />
  </label>
);

type FileSummaryProps = {
  readonly file: CsvFile;
  /** True while the file is being imported. */
  readonly isLocked: boolean;
  readonly onReading: (how: Reading) => void;
  readonly onReset: () => void;
};

type HiddenProps = Pick<FileSummaryProps, "file" | "isLocked" | "onReading">;

/** Says what a person does not see in the workbook, and lets them leave it out. */
const Hidden = ({ file: { workbook }, isLocked, onReading }: HiddenProps) => {
  if (workbook === undefined) return null;
  const { hiddenRows, hiddenSheets, isSkippingHidden } = workbook;
  return (
    <>
      {hiddenRows > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 text-sm">
          <p>{texts.hiddenRows(hiddenRows, isSkippingHidden)}</p>
          <CheckChoice
            label={texts.skipHiddenRows}
            isChecked={isSkippingHidden}
            isLocked={isLocked}
            onChange={(isChecked) => onReading({ isSkippingHidden: isChecked })}
          />
        </div>
      )}
      {hiddenSheets.length > 0 && <p className="text-sm text-muted">{texts.hiddenSheets(hiddenSheets)}</p>}
    </>
  );
};

/** Shows the chosen file and how it is read. If it is read wrongly, a person can see it in the values of the columns. */
export const FileSummary = ({ file, isLocked, onReading, onReset }: FileSummaryProps) => (
  <Section
    title={texts.file}
    actions={
      <div className="flex flex-wrap items-center gap-3">
        {file.workbook !== undefined ? (
          <Choice
            label={texts.sheet}
            options={sheetsOf(file.workbook)}
            value={file.workbook.sheet}
            isLocked={isLocked}
            onChange={(sheet) => onReading({ sheet })}
          />
        ) : (
          <>
            <Choice
              label={texts.delimiter}
              options={separators}
              value={file.delimiter}
              isLocked={isLocked}
              onChange={(delimiter) => isDelimiter(delimiter) && onReading({ delimiter })}
            />
            <Choice
              label={texts.encoding}
              options={optionsFor(file)}
              value={file.encoding}
              isLocked={isLocked}
              onChange={(encoding) => onReading({ encoding: encoding as Encoding })}
            />
          </>
        )}
        {file.firstLines.length > 1 && (
          <Choice
            label={texts.headerLine}
            options={linesOf(file)}
            value={String(file.headerLine)}
            isLocked={isLocked}
            onChange={(line) => onReading({ headerLine: Number(line) })}
          />
        )}
        <Button onClick={onReset} disabled={isLocked}>
          {texts.otherFile}
        </Button>
      </div>
    }
  >
    <p className="text-sm">
      <Data className="font-medium wrap-anywhere">{file.name}</Data>
      <span className="ml-2 text-muted">
        {texts.fileSummary(file.rows, texts.kilobytes(formatNumber(Math.ceil(file.size / 1_000))))}
      </span>
    </p>
    <Hidden file={file} isLocked={isLocked} onReading={onReading} />
  </Section>
);
