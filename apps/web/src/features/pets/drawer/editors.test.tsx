import { describe, expect, it } from "vitest";
import { draw } from "../../../../test/support/draw";
import { actAs, fakeService, refusal } from "../../../../test/support/fake-service";
import { settled, until } from "../../../../test/support/hook";
import { session } from "../../../lib/session/session";
import { Editors } from "./editors";

const line = "POST /auth/editing";
const mara = { id: 8, name: "Mara", since: new Date().toISOString() };

describe("who else edits an animal", () => {
  it("are asked for at once, and the service is told when the person stops editing", async () => {
    const asked = fakeService({ [line]: () => ({ body: { editors: [mara] } }) });
    const editors = await draw(Editors, { petId: 7, isEditing: true });
    await until(() => editors.every("Data").length === 1);
    editors.unmount();
    await until(() => asked.length === 2);
    expect(asked.map(({ body }) => body)).toEqual([
      { petId: 7, isEditing: true },
      { petId: 7, isEditing: false },
    ]);
  });

  it("are sent no message when a person who has only looked closes the drawer", async () => {
    const asked = fakeService({ [line]: () => ({ body: { editors: [] } }) });
    const editors = await draw(Editors, { petId: 7, isEditing: false });
    await until(() => asked.length === 1);
    editors.unmount();
    await settled();
    expect(asked.map(({ body }) => body)).toEqual([{ petId: 7, isEditing: false }]);
  });

  it("do not make the person sign in when the session has ended", async () => {
    actAs("clerk");
    const asked = fakeService({ [line]: () => refusal(401, "unauthorized") });
    const editors = await draw(Editors, { petId: 7, isEditing: true });
    await until(() => asked.length === 1);
    await settled();
    expect([editors.every("Data"), session.state.get()]).toEqual([[], expect.objectContaining({ hasEnded: false })]);
  });
});
