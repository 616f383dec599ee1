import { Form } from "@base-ui/react/form";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { ApiError } from "../lib/service/api-error";
import { type Problems, serverFieldErrors } from "../lib/service/field-errors";
import { problemsOf } from "../lib/service/rule-sentences";
import { EnglishProblems } from "./field";
import { InlineError } from "./states";

type ContractFormProps<Schema extends z.ZodType> = {
  readonly id?: string;
  /** The contract's schema: the same rules as the server's. */
  readonly schema: Schema;
  /** Turns the form's values into what the schema accepts. */
  readonly toInput: (values: Readonly<Record<string, unknown>>) => unknown;
  readonly onSubmit: (data: z.output<Schema>) => void;
  /** The failure of the last attempt. Each of its sentences shows at the field that it names. */
  readonly error: unknown;
  /** Called with all texts of the form whenever somebody types in a field. Drafts use this. */
  readonly onTyped?: (texts: FormTexts) => void;
  readonly children: ReactNode;
};

/** The texts of a form by the names of their fields. */
export type FormTexts = Readonly<Record<string, string>>;

const textsOf = (form: HTMLFormElement): FormTexts =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

const nothing: Problems = { fields: {}, english: [] };

/**
 * A form for one of the contract's schemas. A problem shows at its field, or above the buttons if the form has no such
 * field. What was typed stays.
 */
export const ContractForm = <Schema extends z.ZodType>(props: ContractFormProps<Schema>) => {
  const { id, schema, toInput, onSubmit, error, onTyped, children } = props;
  const [invalid, setInvalid] = useState(nothing);
  const [fields, setFields] = useState<readonly string[]>([]);
  const server = serverFieldErrors(error, fields);
  const hasFieldErrors = Object.keys(invalid.fields).length > 0;
  const [submitted, setSubmitted] = useState<z.output<Schema>>();
  // A rule about a field that this form does not have would otherwise show nowhere.
  const elsewhere = Object.entries(invalid.fields).filter(([name]) => !fields.includes(name));

  const submit = (values: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(values);
    setFields(names);
    const parsed = schema.safeParse(toInput(values), { reportInput: true });
    setInvalid(parsed.success ? nothing : problemsOf(parsed.error, names));
    if (!parsed.success) return;
    setSubmitted(parsed.data);
    onSubmit(parsed.data);
  };

  return (
    <Form
      {...(id !== undefined && { id })}
      noValidate
      errors={hasFieldErrors ? invalid.fields : server.fields}
      onFormSubmit={submit}
      onInput={({ currentTarget }) => onTyped?.(textsOf(currentTarget))}
      className="flex flex-col gap-4"
    >
      <EnglishProblems value={hasFieldErrors ? invalid.english : server.english}>{children}</EnglishProblems>
      {elsewhere.map(([name, problem]) => (
        <InlineError
          key={name}
          error={new ApiError("invalid_request", problem, invalid.english.includes(name) ? 400 : 0)}
        />
      ))}
      {error !== null && error !== undefined && !hasFieldErrors && !server.isComplete && (
        <InlineError error={error} {...(submitted !== undefined && { onRetry: () => onSubmit(submitted) })} />
      )}
    </Form>
  );
};
