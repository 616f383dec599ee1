import { Field } from "@base-ui/react/field";
import { useState } from "react";
import { t } from "../texts";
import { Button } from "./button";
import { classNames } from "./class-names";
import { controlClass, FormField } from "./field";

type PasswordFieldProps = {
  /** The name in the form, and of the field in the server's messages. */
  readonly name: string;
  readonly onGenerate: () => string;
};

/** A password that one person makes for another: it is readable, for it has to be handed over. */
export const PasswordField = ({ name, onGenerate }: PasswordFieldProps) => {
  const [value, setValue] = useState("");
  return (
    <FormField name={name} label={t.sessions.password} help={t.sessions.passwordHelp}>
      <div className="flex gap-2">
        <Field.Control
          value={value}
          onValueChange={setValue}
          translate="no"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={classNames(controlClass, "font-mono")}
        />
        <Button className="shrink-0" onClick={() => setValue(onGenerate())}>
          {t.sessions.generate}
        </Button>
      </div>
    </FormField>
  );
};
