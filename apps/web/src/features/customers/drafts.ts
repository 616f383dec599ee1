import { z } from "zod";
import type { FormTexts } from "../../components/contract-form";
import { draftsOf } from "../../lib/page/drafts";

type CustomerDraft = { readonly texts: FormTexts };

const schema = z.object({ texts: z.record(z.string(), z.string()) });

/** The draft of a customer's fields. */
export const useCustomerDraft = draftsOf<CustomerDraft>("customers", schema);

/** The draft of a new customer. */
export const useNewCustomerDraft = draftsOf<CustomerDraft>("newCustomers", schema);
