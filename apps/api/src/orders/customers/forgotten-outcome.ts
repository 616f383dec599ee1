import { addedCustomerGone } from "../../errors.js";

const { status, body } = addedCustomerGone();

/** Replaces the stored outcome of the request that added a customer. If it were deleted, a repeat would add them again. */
export const forgottenOutcome = { status, headers: {}, body: JSON.stringify(body) };
