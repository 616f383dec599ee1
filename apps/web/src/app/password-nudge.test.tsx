import { expect, it } from "vitest";
import { draw, pageAt } from "../../test/support/draw";
import { actAs } from "../../test/support/fake-service";
import { until } from "../../test/support/hook";
import { session } from "../lib/session/session";
import { Button } from "../components/button";
import { PasswordNudge } from "./password-nudge";

it("suggests changing a password that others set, until it is changed or dismissed", async () => {
  const page = await pageAt("/", (search) => search);
  actAs("clerk");
  const nudge = await draw(PasswordNudge, {}, page);
  expect(nudge.has(Button)).toBe(false);
  const state = session.state.get();
  if (state.phase !== "signed-in") throw new Error("Nobody is signed in.");
  session.state.set({ ...state, isPasswordFromOthers: true });
  await until(() => nudge.has(Button));
  nudge.get(Button).onClick?.(undefined as never);
  await until(() => !nudge.has(Button));
  session.state.set({ ...state, user: { ...state.user, id: 99 }, isPasswordFromOthers: true });
  await until(() => nudge.has(Button));
  session.state.set(state);
  await until(() => !nudge.has(Button));
});
