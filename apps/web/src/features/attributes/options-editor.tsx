import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Button, IconButton } from "../../components/button";
import { Data } from "../../components/data";
import { controlClass } from "../../components/native-select";
import { moved } from "../../lib/pets/moved";
import { slugOf } from "../../lib/pets/slugs";
import { t } from "../../texts";
import type { OptionText } from "./form-values";

const texts = t.attributes.form;

type OptionRowProps = {
  readonly option: OptionText;
  readonly place: number;
  readonly count: number;
  readonly hasFocus: boolean;
  readonly onChange: (label: string) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly onEnter: () => void;
  readonly onPasteLines: (lines: readonly string[]) => void;
};

const OptionRow = ({ option, place, count, ...props }: OptionRowProps) => {
  const name = option.label.trim() || texts.option(place + 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    props.onEnter();
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData("text")
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "");
    if (lines.length < 2) return;
    event.preventDefault();
    props.onPasteLines(lines);
  };
  return (
    <li className="flex flex-col gap-0.5">
      <div className="flex items-center gap-1">
        <input
          aria-label={texts.option(place + 1)}
          value={option.label}
          maxLength={60}
          autoFocus={props.hasFocus}
          autoComplete="off"
          translate="no"
          onChange={({ target }) => props.onChange(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={`${controlClass} min-w-0 flex-1`}
        />
        <IconButton label={texts.optionUp(name)} disabled={place === 0} onClick={() => props.onMove(place - 1)}>
          <ArrowUp aria-hidden size={16} />
        </IconButton>
        <IconButton
          label={texts.optionDown(name)}
          disabled={place === count - 1}
          onClick={() => props.onMove(place + 1)}
        >
          <ArrowDown aria-hidden size={16} />
        </IconButton>
        <IconButton label={texts.removeOption(name)} onClick={props.onRemove}>
          <X aria-hidden size={16} />
        </IconButton>
      </div>
      {option.value !== "" && option.value !== option.label && option.value !== slugOf(option.label) && (
        <Data className="px-2.5 text-sm wrap-anywhere text-muted">{texts.storedAs(option.value)}</Data>
      )}
    </li>
  );
};

type OptionsEditorProps = {
  readonly label: string;
  readonly options: readonly OptionText[];
  readonly onChange: (options: readonly OptionText[]) => void;
};

/** The options of a field in their order. Enter adds the next one, and pasting several lines adds several. */
export const OptionsEditor = ({ label, options, onChange }: OptionsEditorProps) => {
  const [added, setAdded] = useState<number>();
  const nextKey = Math.max(-1, ...options.map(({ key }) => key)) + 1;
  const insert = (at: number, labels: readonly string[]) => {
    const fresh = labels.map((text, index) => ({ key: nextKey + index, value: "", label: text }));
    setAdded(fresh.at(-1)?.key);
    onChange(options.toSpliced(at, 0, ...fresh));
  };
  const paste = (at: number, lines: readonly string[]) => {
    const own = options[at];
    const [first = "", ...others] = lines;
    const fresh = others.map((text, index) => ({ key: nextKey + index, value: "", label: text.trim() }));
    if (own !== undefined) onChange(options.toSpliced(at, 1, { ...own, label: first.trim() }, ...fresh));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <ol className="flex flex-col gap-1.5 empty:hidden">
        {options.map((option, at) => (
          <OptionRow
            key={option.key}
            option={option}
            place={at}
            count={options.length}
            hasFocus={option.key === added}
            onChange={(text) => onChange(options.with(at, { ...option, label: text }))}
            onMove={(to) => onChange(moved(options, at, to))}
            onRemove={() => onChange(options.toSpliced(at, 1))}
            onEnter={() => insert(at + 1, [""])}
            onPasteLines={(lines) => paste(at, lines)}
          />
        ))}
      </ol>
      <Button className="self-start" icon={<Plus aria-hidden size={16} />} onClick={() => insert(options.length, [""])}>
        {texts.addOption}
      </Button>
    </fieldset>
  );
};
