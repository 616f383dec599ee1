import { Field } from "@base-ui/react/field";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { t } from "../texts";
import { controlClass, NativeSelect, type NativeSelectProps } from "./native-select";
import { messageLanguage } from "./states";

/**
 * Marks a control as refused by the service. It does not use `invalid` of the field, because that would keep the form
 * from being sent even after another value was typed, which only the service can judge.
 */
export const marked = (isRefused: boolean) => (isRefused ? { "aria-invalid": true, "data-invalid": "" } : {});

/** The fields of a form whose problem is an English sentence of the service or the contract. */
export const EnglishProblems = createContext<readonly string[]>([]);

/** Shows the problem that the form found in a field. */
export const FieldProblem = ({ name }: { readonly name: string }) => (
  <Field.Error
    lang={useContext(EnglishProblems).includes(name) ? messageLanguage : undefined}
    className="text-sm text-danger"
  />
);

type FieldProps = {
  /** The name of the field in the form and in the server's messages. */
  readonly name: string;
  readonly label: string;
  readonly help?: ReactNode;
  /** A problem with what was typed. Problems of the surrounding `Form` show without this. */
  readonly error?: ReactNode;
  readonly isOptional?: boolean;
  readonly children: ReactNode;
};

/** A label, a control, its help and its error. */
const FormField = ({ name, label, help, error, isOptional = false, children }: FieldProps) => (
  <Field.Root name={name} className="flex flex-col gap-1">
    <Field.Label className="text-sm font-medium">
      {label}
      {isOptional && <span className="ml-1 font-normal text-muted">{t.common.optional}</span>}
    </Field.Label>
    {children}
    {help !== undefined && <Field.Description className="text-sm text-muted">{help}</Field.Description>}
    {error === undefined ? (
      <FieldProblem name={name} />
    ) : (
      <Field.Error match className="text-sm text-danger">
        {error}
      </Field.Error>
    )}
  </Field.Root>
);

type TextFieldProps = Omit<FieldProps, "children"> &
  Omit<ComponentProps<typeof Field.Control>, "name" | "className" | "children">;

export const TextField = ({ name, label, help, error, isOptional, ...control }: TextFieldProps) => (
  <FormField name={name} label={label} help={help} error={error} isOptional={isOptional ?? false}>
    <Field.Control {...control} {...marked(error !== undefined)} className={controlClass} />
  </FormField>
);

type TextAreaFieldProps = TextFieldProps & { readonly rows: number };

/** A field for a text of several lines, which grows with the text. */
export const TextAreaField = ({ name, label, help, error, isOptional, rows, ...control }: TextAreaFieldProps) => (
  <FormField name={name} label={label} help={help} error={error} isOptional={isOptional ?? false}>
    <Field.Control
      {...control}
      {...marked(error !== undefined)}
      // A field that grows with its text ignores `rows`.
      render={<textarea rows={rows} style={{ minHeight: `calc(${rows}lh + 0.75rem)` }} />}
      className={`${controlClass} field-sizing-content max-h-80`}
    />
  </FormField>
);

type SelectFieldProps = Omit<FieldProps, "children"> & Omit<NativeSelectProps, "name">;

export const SelectField = ({ name, label, help, error, isOptional, ...select }: SelectFieldProps) => (
  <FormField name={name} label={label} help={help} error={error} isOptional={isOptional ?? false}>
    <Field.Control {...marked(error !== undefined)} render={<NativeSelect {...select} className="w-full" />} />
  </FormField>
);
