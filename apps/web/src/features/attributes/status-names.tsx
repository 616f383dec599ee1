import type { PetStatus, StatusNames as Names, StoreChange as Change } from "@petstore/contract/client";
import { petStatuses, StoreChange } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { Section } from "../../components/page";
import { LoadError, SkeletonRows } from "../../components/states";
import { ApiError, ask } from "../../lib/service/api";
import { queryClient } from "../../lib/service/query-client";
import { showStatusNames, usualStatusNames } from "../../lib/pets/status-names";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { storeQuery } from "./queries";

const texts = t.attributes.statusNames;

type Headers = { readonly "if-match"?: string };

/** Names that are not in the change stay as somebody else may have set them. */
const change = async (statusNames: Change["statusNames"], headers: Headers = {}) => {
  const call = { headers, body: { statusNames } };
  const answer = await ask((api, options) => api.store.updateStore({ ...call, ...options }));
  queryClient.setQueryData(storeQuery.queryKey, answer.body);
  showStatusNames(answer.body.statusNames);
  return answer;
};

const putBack = async (names: Change["statusNames"], etag: string): Promise<string> => {
  await change(names, { "if-match": etag }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 412) throw new ApiError("conflict", t.history.changedSince);
    throw error;
  });
  return texts.putBack;
};

const fieldOf = (status: string) => `statusNames.${status}`;

const StatusNamesForm = ({ names }: { readonly names: Names }) => {
  const [typed, setTyped] = useState<Readonly<Partial<Record<PetStatus, string>>>>({});
  const usual = usualStatusNames();
  const write = useWrite({
    send: ({ to }: { readonly to: Change["statusNames"]; readonly from: Change["statusNames"] }) => change(to),
    onSuccess: ({ headers }, { from }) => {
      setTyped({});
      const run = () => putBack(from, headers.get("etag") ?? "*");
      announce({ title: texts.saved, undo: { size: 1, run } });
    },
  });
  const valueOf = (status: PetStatus) => typed[status] ?? names[status] ?? "";
  const toNames = () =>
    Object.fromEntries(
      petStatuses.flatMap((status) => {
        const name = valueOf(status).trim() || null;
        return name === names[status] ? [] : [[status, name]];
      }),
    );
  return (
    <ContractForm
      schema={StoreChange}
      toInput={() => ({ statusNames: toNames() })}
      onSubmit={({ statusNames: to = {} }) => {
        const from = Object.fromEntries(Object.keys(to).map((status) => [status, names[status as keyof Names]]));
        if (Object.keys(to).length > 0) write.mutate({ to, from });
        else setTyped({});
      }}
      error={write.error}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {petStatuses.map((status) => (
          <TextField
            key={status}
            name={fieldOf(status)}
            label={usual[status]}
            placeholder={usual[status]}
            autoComplete="off"
            value={valueOf(status)}
            onChange={({ target }) => {
              setTyped({ ...typed, [status]: target.value });
              // An error that is not reset would also block the next attempt.
              if (write.error !== null) write.reset();
            }}
            readOnly={write.isPending}
          />
        ))}
      </div>
      <div className="flex justify-end">
        <Button type="submit" isBusy={write.isPending}>
          {t.common.save}
        </Button>
      </div>
    </ContractForm>
  );
};

/** The store's own words for the statuses. */
export const StatusNames = () => {
  const query = useQuery(storeQuery);
  const { data, error } = query;
  return (
    <Section title={texts.title}>
      <p className="text-sm text-muted">{texts.help}</p>
      <LoadError query={query} isInline />
      {data === undefined && error === null && <SkeletonRows count={1} className="h-16" />}
      {data !== undefined && <StatusNamesForm names={data.statusNames} />}
    </Section>
  );
};
