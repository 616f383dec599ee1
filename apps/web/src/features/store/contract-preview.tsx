import { useState } from "react";
import { Data } from "../../components/data";
import { fillContract } from "../../lib/store/contract-text";
import { formatMoney } from "../../lib/store/money";
import { formatDate } from "../../lib/text/format";
import { t } from "../../texts";
import { storePage as texts } from "../../texts/store-page";

const SAMPLE_PRICE = 180;
const SAMPLE_NUMBER = 124;

type ContractPreviewProps = {
  readonly text: string;
  readonly store: string;
  readonly currency: string | null;
};

/** Shows the text for contracts with the facts of an invented sale. */
export const ContractPreview = ({ text, store, currency }: ContractPreviewProps) => {
  const [today] = useState(() => formatDate(new Date().toISOString()));
  const facts = {
    ...texts.samples,
    number: String(SAMPLE_NUMBER),
    price: formatMoney(SAMPLE_PRICE, currency),
    date: today,
    store: store === "" ? t.common.appName : store,
  };
  return (
    <section aria-label={texts.preview} className="rounded-md border border-dashed border-line p-3 text-sm">
      <p className="mb-1 font-medium text-muted">{texts.preview}</p>
      <Data className="block whitespace-pre-wrap wrap-anywhere">{fillContract(text, facts)}</Data>
    </section>
  );
};
