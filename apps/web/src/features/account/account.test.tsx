import { describe, expect, it } from "vitest";
import { actAs, fakeService, inTurn, refusal } from "../../../test/support/fake-service";
import { runHook, until } from "../../../test/support/hook";
import { markupOf, textOf } from "../../../test/support/markup";
import { ApiError } from "../../lib/service/api-error";
import { useQuestion } from "../../lib/session/use-question";
import { queryClient } from "../../lib/service/query-client";
import { lastFactorProblem } from "./last-factor";
import { twoFactorQuery } from "./queries";
import { toSecret } from "./recovery-codes";
import { SecondFactor } from "./second-factor";
import { useTotpSetup } from "./use-totp-setup";
import { WorkingKeys } from "./working-keys";

describe("keys after a new password", () => {
  const keys = [{ id: 5, name: "Till", lastFour: "x7Qd" }] as never;

  it("are offered for revocation to managers, but not to clerks", () => {
    actAs("manager");
    expect(markupOf(<WorkingKeys keys={keys} />)).toContain("Revoke the key Till");
    actAs("clerk");
    expect(markupOf(<WorkingKeys keys={keys} />)).not.toContain("<button");
    expect(textOf(<WorkingKeys keys={keys} />)).toMatch(/Till \(…x7Qd\).*ask a manager/);
  });

  it("are not mentioned if there are none", () => {
    actAs("manager");
    expect(markupOf(<WorkingKeys keys={[]} />)).toBe("");
  });
});

describe("the second factor", () => {
  const show = (totp: boolean, recoveryCodesLeft: number) => {
    queryClient.setQueryData(twoFactorQuery.queryKey, { totp, recoveryCodesLeft } as never);
    return textOf(<SecondFactor />);
  };

  it("offers setup while it is off, and removal while it is on", () => {
    const [off, on] = [show(false, 0), show(true, 3)];
    expect([off.includes("Set up an app"), off.includes("recovery codes"), off.includes("Turn off")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([on.includes("Set up an app"), on.includes("3 recovery codes left"), on.includes("Turn")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("warns when no recovery code is left", () => {
    expect(show(true, 0)).not.toContain("0 recovery codes");
  });

  it("writes its recovery codes one per line, into a file with a name", () => {
    expect(toSecret(["a", "b"])).toMatchObject({ value: "a\nb", fileName: "pet-store-recovery-codes.txt" });
  });

  it("explains why the last second factor cannot be removed", () => {
    const problem = (code: string) => lastFactorProblem(new ApiError(code, "No.", 403)) as ApiError;
    expect([problem("second_factor_required").message, problem("forbidden").message]).toEqual([
      expect.stringContaining("The store requires a second factor"),
      "No.",
    ]);
  });
});

describe("the setup of an app", () => {
  it("starts without the failure and the codes of an earlier setup", async () => {
    fakeService({
      "POST /auth/two-factor/start": () => ({ body: { secret: "ABC", totpUri: "otpauth://totp/a?secret=ABC" } }),
      "POST /auth/two-factor/enable": inTurn(
        () => refusal(400, "invalid_code"),
        () => ({ body: { recoveryCodes: ["a", "b"] } }),
      ),
    });
    const hook = await runHook(useTotpSetup);
    hook.now().start.mutate(undefined);
    await until(() => hook.now().setup !== undefined);
    hook.now().enable.mutate("000000");
    await until(() => hook.now().enable.isError);
    hook.now().end();
    await until(() => !hook.now().enable.isError && hook.now().setup === undefined);
    hook.now().enable.mutate("123456");
    await until(() => hook.now().recoveryCodes !== undefined);
    expect(hook.now().recoveryCodes).toEqual(["a", "b"]);
    hook.now().end();
    await until(() => hook.now().recoveryCodes === undefined);
  });
});

describe("the question before a write", () => {
  it("hides an earlier failure, and does not stop a write that runs", async () => {
    const write = { isError: true, resets: 0 };
    const hook = await runHook(() => useQuestion({ isError: write.isError, reset: () => (write.resets += 1) }));
    hook.now().ask();
    await until(() => hook.now().isOpen);
    expect(write.resets).toBe(1);
    write.isError = false;
    hook.now().close();
    await until(() => !hook.now().isOpen);
    hook.now().ask();
    await until(() => hook.now().isOpen);
    expect(write.resets).toBe(1);
  });
});
