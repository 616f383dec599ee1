import type { Language } from "@petstore/contract/client";
import { SelectField } from "../../components/field";
import { InlineError } from "../../components/states";
import { askAuth } from "../../lib/service/api";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { languages, readChosenLanguage, rememberLanguage } from "../../texts/page-language";

const names = Object.entries(languages).map(([value, label]) => ({ value, label, isData: true }));

/** Chooses the language of the admin. The choice applies to the account in every browser. */
export const LanguageChoice = () => {
  const choose = useWrite({
    send: async (language: Language | null) => {
      await askAuth((auth, options) => auth.users.setLanguage({ body: { language }, ...options }));
      return language;
    },
    onSuccess: (language) => {
      if (rememberLanguage(language)) location.reload();
    },
  });
  return (
    <div className="max-w-md">
      <SelectField
        name="language"
        label={t.account.language}
        help={t.account.languageHelp}
        options={[{ value: "", label: t.account.asBrowser }, ...names]}
        defaultValue={readChosenLanguage() ?? ""}
        disabled={choose.isPending}
        onValueChange={(value) => choose.mutate(value === "" ? null : (value as Language))}
      />
      {choose.isError && <InlineError error={choose.error} />}
    </div>
  );
};
