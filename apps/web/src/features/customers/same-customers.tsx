import type { Customer } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button";
import { Data } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { LoadError } from "../../components/states";
import { contactOf } from "../../lib/customers/customers";
import { fold } from "../../lib/text/fold";
import { customerPage } from "../../texts/customer-page";
import { MergeDialog } from "./merge-dialog";
import { sameCustomersQuery } from "./queries";

const texts = customerPage.same;

type SameCustomersProps = {
  readonly customer: Customer;
  /** Called after a merge with the id of the customer who stays. */
  readonly onMerged: (id: number) => void;
};

/** Other customers who may be the same person, each with the reason. It shows nothing if there are none. */
export const SameCustomers = ({ customer, onMerged }: SameCustomersProps) => {
  const query = useQuery(sameCustomersQuery(customer.id));
  const [other, setOther] = useState<Customer>();
  const { rows = [], cursors } = query.data ?? {};
  if (rows.length === 0 && query.error === null) return null;
  return (
    <DrawerSection title={texts.title}>
      <LoadError query={query} isInline />
      <ul>
        {rows.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-b-0">
            <span className="flex min-w-0 flex-1 flex-col wrap-anywhere">
              <Link
                to="/customers"
                search={(search: object) => ({ ...search, open: one.id })}
                className="inline-flex min-h-6 items-center self-start font-medium underline-offset-2 hover:underline pointer-coarse:min-h-11"
              >
                <Data>{one.name}</Data>
              </Link>
              <span className="text-muted">{fold(one.name) === fold(customer.name) ? texts.name : texts.phone}</span>
              {contactOf(one) !== "" && <Data className="text-muted">{contactOf(one)}</Data>}
            </span>
            <Button aria-label={texts.mergeWith(one.name)} onClick={() => setOther(one)}>
              {texts.merge}
            </Button>
          </li>
        ))}
      </ul>
      {cursors?.next !== undefined && <p className="text-sm text-muted">{texts.newest(rows.length)}</p>}
      {other !== undefined && (
        <MergeDialog open={customer} other={other} onClose={() => setOther(undefined)} onMerged={onMerged} />
      )}
    </DrawerSection>
  );
};
