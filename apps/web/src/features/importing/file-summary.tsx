import { Button } from "../../components/button";
import { Data, DataLine } from "../../components/data";
import { NativeSelect } from "../../components/field";
import { Section } from "../../components/page";
import { Cell, HeaderCell, Table } from "../../components/table";
import { formatNumber } from "../../lib/format";
import { t } from "../../texts";
import { type CsvFile, type Encoding, encodings } from "./read-file";

const texts = t.importing;
const all = encodings.map((value) => ({ value, label: texts.encodings[value] }));

const isMarked = (encoding: Encoding) => encoding.startsWith("utf-16");

/** There is no choice for a file that says what it is. */
const optionsFor = ({ encoding }: CsvFile) =>
  all.filter(({ value }) => (isMarked(encoding) ? value === encoding : !isMarked(value)));

type FileSummaryProps = {
  readonly file: CsvFile;
  /** Not while the file is being imported. */
  readonly isLocked: boolean;
  readonly onEncoding: (encoding: Encoding) => void;
  readonly onReset: () => void;
};

/** What was chosen, and its first rows: a wrong encoding shows in them. */
export const FileSummary = ({ file, isLocked, onEncoding, onReset }: FileSummaryProps) => (
  <Section
    title={texts.file}
    actions={
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 text-sm">
          {texts.encoding}
          <NativeSelect
            options={optionsFor(file)}
            value={file.encoding}
            disabled={isLocked}
            onValueChange={(value) => onEncoding(value as Encoding)}
          />
        </label>
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
