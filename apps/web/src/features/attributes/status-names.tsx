import type { PetStatus, StatusNames as Names } from "@petstore/contract/client";
import { petStatuses, StoreChange } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { Section } from "../../components/page";
import { LoadError, SkeletonRows } from "../../components/states";
import { announce } from "../../lib/history/undo";
import { useWrite } from "../../lib/service/use-write";
import { usualStatusNames } from "../../lib/store/show-store";
import { storeQuery } from "../../lib/store/store-query";
import { changeStore, undoOfStore } from "../../lib/store/store-writes";
import { t } from "../../texts";

const texts = t.attributes.statusNames;

const fieldOf = (status: string) => `statusNames.${status}`;

const StatusNamesForm = ({ names }: { readonly names: Names }) => {
  const [typed, setTyped] = useState<Readonly<Partial<Record<PetStatus, string>>>>({});
  const usual = usualStatusNames();
  const write = useWrite({
    send: changeStore,
    onSuccess: (key) => {
      setTyped({});
      announce({ title: texts.saved, undo: undoOfStore(key, texts.putBack) });
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
        if (Object.keys(to).length > 0) write.mutate({ statusNames: to });
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
