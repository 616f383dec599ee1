import type { Customer } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { Dialog } from "../../components/dialog";
import { InlineError, LoadError, Skeleton } from "../../components/states";
import { announce } from "../../lib/history/undo";
import { useOwnClose } from "../../lib/page/use-own-close";
import { useWrite } from "../../lib/service/use-write";
import { t } from "../../texts";
import { customerPage } from "../../texts/customer-page";
import { customers } from "../../texts/customers";
import { type Merge, mergeCustomers, mergedFields } from "./merge";
import { customerOrdersQuery, forgetCustomer } from "./queries";

const texts = customerPage.merge;

type PairProps = { readonly from: Customer; readonly into: Customer };

/** Says which values stay and which are lost. */
const Values = ({ from, into }: PairProps) => (
  <table className="w-full table-fixed text-sm">
    <thead>
      <tr className="text-left align-bottom">
        <th scope="col" className="w-1/4 pb-1.5 pr-3 font-normal">
          <span className="sr-only">{texts.field}</span>
        </th>
        <th scope="col" className="pb-1.5 font-medium">
          {texts.stays}
        </th>
        <th scope="col" className="pb-1.5 pl-3 font-medium text-muted">
          {texts.lost}
        </th>
      </tr>
    </thead>
    <tbody>
      {mergedFields(from, into).map(({ field, stays, lost }) => (
        <tr key={field} className="border-t border-line align-top wrap-anywhere">
          <th scope="row" className="py-1.5 pr-3 text-left font-normal text-muted">
            {customers.fields[field]}
          </th>
          <td className="py-1.5">
            <Data className="whitespace-pre-wrap">{stays}</Data>
          </td>
          <td className="py-1.5 pl-3 text-muted">
            {lost === null ? "–" : <Data className="whitespace-pre-wrap line-through">{lost}</Data>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Says how many orders move. */
const Orders = ({ of }: { readonly of: Customer }) => {
  const query = useQuery(customerOrdersQuery(of.id));
  return (
    <>
      <LoadError query={query} isInline />
      {query.data === undefined ? (
        query.error === null && <Skeleton className="h-5 w-2/3" />
      ) : (
        <p>{texts.orders(query.data.rows.length, query.data.cursors.next !== undefined)}</p>
      )}
    </>
  );
};

type MergeDialogProps = {
  /** The customer who stays, unless the person chooses the other one. */
  readonly open: Customer;
  readonly other: Customer;
  readonly onClose: () => void;
  /** Called after the merge with the id of the customer who stays. */
  readonly onMerged: (id: number) => void;
};

/** Shows what a merge of two customers does, and merges them. */
export const MergeDialog = ({ open, other, onClose, onMerged }: MergeDialogProps) => {
  const [isSwapped, setIsSwapped] = useState(false);
  const [moved, setMoved] = useState(0);
  const [from, into] = isSwapped ? [open, other] : [other, open];
  const close = useOwnClose(onClose);
  const write = useWrite({
    send: async (merge: Merge, key) => {
      const count = await mergeCustomers(merge, key, setMoved);
      await forgetCustomer(merge.from);
      return count;
    },
    onSuccess: (count, merge) => {
      announce({ title: texts.done(into.name, count), whyNot: texts.noUndo });
      close();
      onMerged(merge.into);
    },
  });
  const merge = () => write.mutate({ from: from.id, into: into.id });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title}
      description={texts.noUndo}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button variant="danger" isBusy={write.isPending} onClick={merge}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div data-initial-focus tabIndex={-1} className="flex flex-col gap-3 text-sm outline-none">
        <Orders of={from} />
        <Values from={from} into={into} />
        <span>
          <Button
            disabled={write.isPending}
            icon={<ArrowLeftRight aria-hidden size={16} />}
            onClick={() => {
              write.reset();
              setIsSwapped(!isSwapped);
            }}
          >
            {texts.swap}
          </Button>
        </span>
        {write.isPending && moved > 0 && <p role="status">{texts.moved(moved)}</p>}
        {write.error !== null && <InlineError error={write.error} onRetry={merge} />}
      </div>
    </Dialog>
  );
};
