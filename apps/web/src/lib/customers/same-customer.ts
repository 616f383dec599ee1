import type { Customer } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { customersQuery } from "./customers";

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/** Finds a customer who has the typed e-mail address or telephone number. The person says whether it is the same one. */
export const useSameCustomer = (typed: { readonly email: string; readonly phone: string }): Customer | undefined => {
  const email = useDeferredValue(typed.email.trim().toLowerCase());
  const phone = useDeferredValue(digitsOf(typed.phone));
  const byEmail = useQuery({ ...customersQuery(email), enabled: email.includes("@") });
  const byPhone = useQuery({ ...customersQuery(phone), enabled: phone.length > 2 });
  return (
    byEmail.data?.find((one) => email !== "" && one.email === email) ??
    byPhone.data?.find((one) => phone.length > 2 && digitsOf(one.phone ?? "") === phone)
  );
};
