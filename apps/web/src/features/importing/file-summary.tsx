import { Button } from "../../components/button";
import { Data, DataLine } from "../../components/data";
import { NativeSelect } from "../../components/field";
import { Section } from "../../components/page";
import { Cell, HeaderCell, Table } from "../../components/table";
import { formatNumber } from "../../lib/text/format";
import { importing } from "../../texts/importing";
import { delimiters, isDelimiter } from "./csv";
import { type CsvFile, type Encoding, encodings, type Reading } from "./read-file";

const texts = importing;
const all = encodings.map((value) => ({ value, label: texts.encodings[value] }));

const isMarked = (encoding: Encoding) => encoding.startsWith("utf-16");

/** A file that declares its encoding offers no choice of encodings. */
const optionsFor = ({ encoding }: CsvFile) =>
  all.filter(({ value }) => (isMarked(encoding) ? value === encoding : !isMarked(value)));

const separators = delimiters.map((value) => ({ value, label: texts.delimiters[value] }));

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

/**
 * Shows the chosen file, how it is read, and its first rows. If the file is read wrongly, a person can see it in these
 * rows.
 */
export const FileSummary = ({ file, isLocked, onReading, onReset }: FileSummaryProps) => (
  <Section
    title={texts.file}
    actions={
      <div className="flex flex-wrap items-center gap-3">
        {file.sheets.length > 0 ? (
          <Choice
            label={texts.sheet}
            options={file.sheets.map((value) => ({ value, label: value, isData: true }))}
            value={file.sheet}
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
    <Table label={texts.firstRows}>
      <thead>
        <tr>
          {file.header.map((label, at) => (
            <HeaderCell key={at}>
              <Data>{label}</Data>
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {file.sample.map((fields, row) => (
          <tr key={row}>
            {file.header.map((_, at) => (
              <Cell key={at} className="max-w-60">
                <DataLine className="block">{fields[at] ?? ""}</DataLine>
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);
