import { expect, it, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { attributeOf } from "../../../test/support/examples";
import { fakeService, held } from "../../../test/support/fake-service";
import { until, watchRefresh } from "../../../test/support/hook";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { queryClient } from "../../lib/query-client";
import { AttributeDrawer, NewAttributeDrawer } from "./attribute-drawer";
import { AttributeFields } from "./attribute-fields";
import { attributeQuery } from "./queries";

it("a save of a field sends what was changed here, over what others changed meanwhile, and else nothing", async () => {
  watchRefresh();
  const [one, onClose] = [attributeOf(), vi.fn<() => void>()];
  const theirs = { ...one, help: "As the vet says", isArchived: true };
  const asked = fakeService({ "PATCH /v1/attributes/4": () => ({ body: theirs }) });
  queryClient.setQueryData(attributeQuery(4).queryKey, { one, etag: '"1"' });
  const { type, props } = (await draw(AttributeDrawer, { id: 4, onClose })).element("EditAttribute");
  const given: { current: object } = { current: props };
  const drawer = await draw(() => (type as (props: object) => React.ReactNode)(given.current), {});
  const form = () => drawer.get(ContractForm);
  given.current = { ...props, one: theirs, etag: '"2"' };
  drawer.rerender();
  await until(() => drawer.has(Badge));
  form().onSubmit(form().toInput({}));
  expect([asked.length, onClose.mock.calls.length]).toEqual([0, 1]);
  drawer.get(AttributeFields).onChange({ label: "Kind" });
  await until(() => drawer.get(AttributeFields).form.label === "Kind");
  expect(drawer.get<{ readonly role: string; readonly children: string }>("p", { role: "status" }).children).toContain(
    "Somebody else changed this field",
  );
  form().onSubmit(form().toInput({}));
  await until(() => onClose.mock.calls.length === 2);
  expect(asked.map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([[{ label: "Kind" }, '"2"']]);
});

it("a field is added and saved once, though its keys are pressed twice", async () => {
  watchRefresh();
  const [one, onClose] = [attributeOf(), vi.fn<() => void>()];
  const [added, saved] = [held(() => ({ status: 201, body: one })), held(() => ({ body: one }))];
  const asked = fakeService({ "POST /v1/attributes": added.answer, "PATCH /v1/attributes/4": saved.answer });
  queryClient.setQueryData(attributeQuery(4).queryKey, { one, etag: '"1"' });
  const drawers = [
    await draw(NewAttributeDrawer, { position: 10, onClose }),
    await (await draw(AttributeDrawer, { id: 4, onClose })).part("EditAttribute"),
  ];
  for (const drawer of drawers) {
    const submit = () => drawer.get(ContractForm).onSubmit({ label: "Kind" });
    submit();
    await until(() => drawer.has(Button, { isBusy: true }));
    submit();
  }
  added.release();
  saved.release();
  await until(() => queryClient.isMutating() === 0);
  expect(asked.map(({ line }) => line)).toEqual(["POST /v1/attributes", "PATCH /v1/attributes/4"]);
  expect(onClose.mock.calls.length).toBe(2);
});
