import type { PetStatus, StatusNames as Names, Store, StoreChange as Change } from "@petstore/contract/client";
import { petStatuses, StoreChange } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { Section } from "../../components/page";
import { LoadError, SkeletonRows } from "../../components/states";
import { ask } from "../../lib/service/api";
import { queryClient } from "../../lib/service/query-client";
import { showStatusNames, usualStatusNames } from "../../lib/pets/status-names";
import { undoOfAction } from "../../lib/history/action-undo";
import { announce } from "../../lib/history/undo";
import type { Undo } from "../../lib/history/undo-queue";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { storeQuery } from "./queries";

const texts = t.attributes.statusNames;

/** Changes only the names in `statusNames`. The other names stay, because somebody else may have set them. */
const change = async (statusNames: Change["statusNames"], key: string): Promise<string> => {
  const call = { headers: { "action-key": key }, body: { statusNames } };
  const { body } = await ask((api, options) => api.store.updateStore({ ...call, ...options }));
  show(body);
  return key;
};

const show = (store: Store): void => {
  queryClient.setQueryData(storeQuery.queryKey, store);
  showStatusNames(store.statusNames);
};

/** Shows at once the names that an undo has restored. A change by the person is shown in the same way. */
const showPutBack = async (): Promise<void> => show(await queryClient.fetchQuery({ ...storeQuery, staleTime: 0 }));

const undoOf = (key: string): Undo => {
  const undo = undoOfAction({ key, size: 1, describe: () => texts.putBack });
  return {
    ...undo,
    run: async (report) => {
      const done = await undo.run(report);
      await showPutBack();
      return done;
    },
  };
};

const fieldOf = (status: string) => `statusNames.${status}`;

const StatusNamesForm = ({ names }: { readonly names: Names }) => {
  const [typed, setTyped] = useState<Readonly<Partial<Record<PetStatus, string>>>>({});
  const usual = usualStatusNames();
  const write = useWrite({
    send: change,
    onSuccess: (key) => {
      setTyped({});
      announce({ title: texts.saved, undo: undoOf(key) });
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
        if (Object.keys(to).length > 0) write.mutate(to);
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

/** The names that the store itself gives to the statuses. */
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
