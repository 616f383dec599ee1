import type { WebhookEndpoint } from "@petstore/contract/client";
import { useState } from "react";
import { Badge } from "../../components/badge";
import { Moment } from "../../components/data";
import type { Secret } from "../../components/secret-dialog";
import { SecretField } from "../../components/secret-field";
import { Segments } from "../../components/segments";
import { webhooks } from "../../texts/webhooks";
import { healthOf, healthTones } from "./health";
import { type SnippetLanguage, snippets } from "./snippets";

const texts = webhooks;

type EndpointProps = { readonly endpoint: WebhookEndpoint };

export const HealthBadge = ({ endpoint }: EndpointProps) => {
  const health = healthOf(endpoint);
  return <Badge tone={healthTones[health]}>{texts.states[health]}</Badge>;
};

export const LastSuccess = ({ endpoint: { lastSuccessAt } }: EndpointProps) =>
  lastSuccessAt === null ? <span className="text-muted">{texts.never}</span> : <Moment at={lastSuccessAt} />;

export const Behind = ({ endpoint: { behind } }: EndpointProps) =>
  behind === 0 ? <span className="text-muted">{texts.upToDate}</span> : texts.behind(behind);

export const typesText = ({ types }: Pick<WebhookEndpoint, "types">): string =>
  types.length === 0 ? texts.allTypes : texts.someTypes(types.length);

const languages = (["typescript", "python", "go"] as const).map((value) => ({ value, label: texts.languages[value] }));

/** Shows how a program checks that a request comes from this store. */
const Snippet = () => {
  const [language, setLanguage] = useState<SnippetLanguage>("typescript");
  return (
    <div className="flex flex-col gap-2">
      <Segments
        label={texts.snippetTitle}
        name="language"
        value={language}
        options={languages}
        onChange={setLanguage}
        className="self-start"
      />
      <SecretField
        key={language}
        label={texts.snippetLabel(texts.languages[language])}
        value={snippets[language]}
        isMain={false}
      />
    </div>
  );
};

export const toSecret = (value: string): Secret => ({
  title: texts.secretTitle,
  label: texts.secretLabel,
  value,
  detail: texts.secretDetail,
  more: <Snippet />,
});
