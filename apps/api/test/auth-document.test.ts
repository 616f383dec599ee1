import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { commonHeaders, type ContractRoute, inlineComponents, listRoutes, takesBody } from "@petstore/contract/routes";
import { authContract, authRouteMetadata } from "@petstore/contract/auth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInvitation } from "../src/auth/accounts/invitations.js";
import { createAuthenticator } from "./support/authenticator.js";
import { codeOf, enrolPasskey, enrolTotp, optionsOf } from "./support/second-factors.js";
import { addStaff, type Browser, createBrowser, password, signedIn } from "./support/staff.js";
import { createTestApi, type TestApi } from "./support/test-api.js";
import { queryAsSuperuser } from "./support/test-database.js";

// These tests send requests for every route, status, error code and header of openapi.auth.json to the running service.
// The last tests compare what was seen with the document, in both directions.

type Answer = { status: number; headers: Headers; text?: string };
type ErrorExample = { value: { code: string; message: string; status: number } };
type Operation = {
  operationId: string;
  responses: Record<
    string,
    { headers?: Record<string, unknown>; content?: Record<string, { examples?: Record<string, ErrorExample> }> }
  >;
};
type Example = { browser: Browser; body?: object };

const routes = listRoutes(authContract);
const callerOf = ({ route }: ContractRoute) => authRouteMetadata(route).caller;
const posts = routes.filter(({ route }) => route.method === "POST");
const staff = routes.filter((route) => callerOf(route) !== "anybody");
const ownerRoutes = routes.filter((route) => callerOf(route) === "owner");
const lineOf = ({ route, operationId }: ContractRoute) =>
  `${route.method} /auth${route.path}${operationId === "getUser" ? "?id=1" : ""}`;

const newPassword = "lantern 7 goose orbit";
const absent = 900_000_000_000_001;
const brokenTables = ["session", "account", "invitation", "challenge"];
const authenticatorResponse = createAuthenticator("http://127.0.0.1").get({ challenge: "x" });

describe("openapi.auth.json and the service", () => {
  let api: TestApi;
  let operations: Operation[];
  const seen = new Map<string, { headers: Set<string>; codes: Set<string>; messages: Set<string> }>();
  beforeAll(async () => {
    api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    const file = createRequire(import.meta.url).resolve("@petstore/contract/openapi.auth.json");
    const document = JSON.parse(await readFile(file, "utf8")) as {
      paths: Record<string, Record<string, Operation>>;
      components: object;
    };
    operations = Object.values(inlineComponents(document).paths).flatMap((methods) => Object.values(methods));
  });
  afterAll(() => api.close());

  const note = (operationId: string, { status, headers, text = "" }: Answer) => {
    const key = `${operationId} ${status}`;
    const known = seen.get(key) ?? {
      headers: new Set<string>(),
      codes: new Set<string>(),
      messages: new Set<string>(),
    };
    for (const name of headers.keys()) known.headers.add(name);
    if (status >= 400 && text !== "") {
      const { code, message } = JSON.parse(text) as ErrorExample["value"];
      known.codes.add(code);
      known.messages.add(message);
    }
    seen.set(key, known);
    return status;
  };
  const parse = (raw: string): Answer => {
    const [head = "", text = ""] = raw.split("\r\n\r\n");
    const [first = "", ...fields] = head.split("\r\n");
    const pairs = fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]);
    return { status: Number(first.split(" ")[1]), headers: new Headers(pairs), text };
  };

  const authenticator = createAuthenticator("http://127.0.0.1");
  const invitationOf = async (on: TestApi) => {
    const { id } = await addStaff(on, "clerk");
    return (await createInvitation(on.database.db, id, on.origin)).code;
  };
  const userOf = async (on: TestApi) => Number((await addStaff(on, "clerk")).id);
  const bodies: Record<string, (on: TestApi) => Promise<object>> = {
    signIn: async (on) => ({ email: (await addStaff(on)).email, password }),
    changePassword: async () => ({ currentPassword: password, newPassword }),
    revokeSession: async () => ({ id: absent }),
    tellEditing: async () => ({ petId: 1, isEditing: false }),
    createUser: async () => ({ email: `${crypto.randomUUID()}@petstore.test`, name: "Jane" }),
    updateUser: async (on) => ({ userId: await userOf(on), name: "Jane" }),
    setLanguage: async () => ({ language: "de" }),
    setRole: async (on) => ({ userId: await userOf(on), role: "manager" }),
    banUser: async (on) => ({ userId: await userOf(on) }),
    unbanUser: async (on) => ({ userId: await userOf(on) }),
    inviteUser: async (on) => ({ userId: await userOf(on) }),
    showInvitation: async (on) => ({ code: await invitationOf(on) }),
    acceptInvitation: async (on) => ({ code: await invitationOf(on), password: newPassword }),
    signInWithTotp: async () => ({ code: "000000" }),
    signInWithRecoveryCode: async () => ({ code: "aaaa-bbbb-cccc" }),
    signInWithPasskey: async () => ({ response: authenticator.get({ challenge: "x" }) }),
    reauthenticate: async () => ({ password }),
    reauthenticateWithPasskey: async () => ({ response: authenticator.get({ challenge: "x" }) }),
    enableTotp: async () => ({ code: "000000" }),
    addPasskey: async () => ({ name: "Laptop", response: authenticator.create({ challenge: "x" }) }),
    renamePasskey: async () => ({ id: absent, name: "Laptop" }),
    deletePasskey: async () => ({ id: absent }),
    listUserSessions: async (on) => ({ userId: await userOf(on) }),
    revokeUserSession: async () => ({ sessionId: absent }),
    revokeUserSessions: async (on) => ({ userId: await userOf(on) }),
  };
  let manager: ReturnType<typeof signedIn> | undefined;
  const owners = new Map<TestApi, ReturnType<typeof signedIn>>();
  /**
   * One owner signs in for all failing requests of a service, because hashing a password for each request would take
   * most of the time.
   */
  const ownerOf = async (on: TestApi) => {
    const owner = owners.get(on) ?? signedIn(on);
    owners.set(on, owner);
    return (await owner).browser;
  };
  /** Returns a request that an owner may send. */
  const exampleOf = async ({ operationId }: ContractRoute, on = api): Promise<Example> => {
    const body = await bodies[operationId]?.(on);
    return { browser: await ownerOf(on), ...(body && { body }) };
  };
  const send = async (
    route: ContractRoute,
    { browser, body }: Example,
    { line = lineOf(route), headers = {} }: { line?: string; headers?: Record<string, string> } = {},
  ) => {
    const answer = await browser.send(line, body, headers);
    note(route.operationId, answer);
    return answer;
  };
  const cookiesOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  it("the tests have an example for every route that takes a body", () => {
    const withBody = routes.filter(({ route }) => takesBody(route)).map(({ operationId }) => operationId);
    expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted());
  });

  const routeOf = (operationId: string) => routes.find((one) => one.operationId === operationId) ?? expect.fail();
  /** Does what must happen before an operation can answer 200, and returns the body that the operation then needs. */
  const prepared: Record<string, () => Promise<{ browser: Browser; body?: object }>> = {
    enableTotp: async () => {
      const { browser } = await signedIn(api);
      const { secret } = (await browser.send("POST /auth/two-factor/start")).body as { secret: string };
      return { browser, body: { code: await codeOf(secret) } };
    },
    renewRecoveryCodes: async () => {
      const { browser } = await signedIn(api);
      await enrolTotp(browser);
      return { browser };
    },
    signInWithTotp: async () => {
      const { browser, email } = await signedIn(api);
      const { secret } = await enrolTotp(browser);
      await browser.signIn(email);
      return { browser, body: { code: await codeOf(secret) } };
    },
    signInWithRecoveryCode: async () => {
      const { browser, email } = await signedIn(api);
      const { recoveryCodes } = await enrolTotp(browser);
      await browser.signIn(email);
      return { browser, body: { code: recoveryCodes[0] } };
    },
    addPasskey: async () => {
      const { browser } = await here();
      const response = createAuthenticator(api.origin).create(await optionsOf(browser, "registration"));
      return { browser, body: { name: "Laptop", response } };
    },
    renamePasskey: async () => withPasskey(({ passkey }) => ({ id: passkey.id, name: "Desk" })),
    deletePasskey: async () => withPasskey(({ passkey }) => ({ id: passkey.id })),
    signInWithPasskey: async () => withPasskey(({ response }) => ({ response })),
    reauthenticateWithPasskey: async () => withPasskey(({ response }) => ({ response })),
  };
  const here = async () => {
    const { email } = await addStaff(api);
    const browser = createBrowser(api);
    await browser.signIn(email);
    return { browser };
  };
  const withPasskey = async (
    toBody: (made: { passkey: { id: number }; response: object }) => object,
  ): Promise<Example> => {
    const { browser } = await here();
    const { authenticator: own, passkey } = await enrolPasskey(browser, api.origin);
    const response = own.get(await optionsOf(browser, "authentication"));
    return { browser, body: toBody({ passkey, response }) };
  };

  it.each(routes)("$operationId answers 200", async (route) => {
    const { browser } = await signedIn(api);
    const example = (await prepared[route.operationId]?.()) ?? { ...(await exampleOf(route)), browser };
    expect((await send(route, example)).status).toBe(200);
  });

  it.each([
    ["reauthenticate", "invalid_password", { password: "not the right one" }],
    ["reauthenticateWithPasskey", "invalid_passkey", undefined],
    ["signInWithPasskey", "invalid_passkey", undefined],
    ["addPasskey", "invalid_passkey", undefined],
    ["showInvitation", "invitation_invalid", { code: "aaaa" }],
    ["acceptInvitation", "invitation_invalid", { code: "aaaa", password: newPassword }],
  ])("%s answers 400 with %s", async (operationId, code, given) => {
    const { browser } = await signedIn(api);
    const body = given ?? (await exampleOf(routeOf(operationId))).body ?? {};
    expect((await send(routeOf(operationId), { browser, body })).body).toMatchObject({ status: 400, code });
  });

  it.each(["enableTotp", "signInWithTotp", "signInWithRecoveryCode"])("%s answers 400 for a wrong code", async (id) => {
    const { browser } = (await prepared[id]?.()) ?? expect.fail();
    const code = id === "signInWithRecoveryCode" ? "aaaa-bbbb-cccc" : "000000";
    const answer = await send(routeOf(id), { browser, body: { code } });
    expect(answer.body).toMatchObject({ status: 400, code: "invalid_code" });
  });

  it.each(["signInWithTotp", "signInWithRecoveryCode"])("%s answers 401 when no sign-in waits", async (operationId) => {
    const { body } = await exampleOf(routeOf(operationId));
    const answer = await send(routeOf(operationId), { browser: createBrowser(api), ...(body && { body }) });
    expect(answer.body).toMatchObject({ status: 401, code: "challenge_ended" });
  });

  it.each(routes.filter(({ route }) => authRouteMetadata(route).reauthentication))(
    "$operationId answers 403 when the proof is older than 10 minutes",
    async (route) => {
      const { browser, id } = await signedIn(api);
      const authenticatedAt = new Date(Date.now() - 660_000);
      await api.database.db.session.updateMany({ where: { accountId: id }, data: { authenticatedAt } });
      const { body } = await exampleOf(route);
      const answer = await send(route, { browser, ...(body && { body }) });
      expect(answer.body).toMatchObject({ status: 403, code: "reauthentication_required" });
    },
  );

  it("every operation except enrolment answers 403 if the account must first enrol a second factor", async () => {
    const strict = await createTestApi({ TRUSTED_PROXIES: "loopback", REQUIRE_SECOND_FACTOR: "all" });
    const { browser } = await signedIn(strict);
    for (const route of staff.filter(({ route }) => authRouteMetadata(route).duringEnrolment !== true)) {
      const { body } = await exampleOf(route, strict);
      const answer = await send(route, { browser, ...(body && { body }) });
      expect([route.operationId, answer.body]).toMatchObject([route.operationId, { code: "second_factor_required" }]);
    }
    await strict.close();
  });

  it("the second factor answers 409 for a state that forbids it", async () => {
    const { browser, id } = await signedIn(api);
    const started = createAuthenticator(api.origin).create(await optionsOf(browser, "registration"));
    const data = Array.from({ length: 20 }, (_, place) => ({
      ...{ accountId: id, name: "x", publicKey: Buffer.from("x"), counter: 0, transports: [] },
      credentialId: Buffer.from(`${id} ${place}`),
    }));
    const answers = [
      await send(routeOf("enableTotp"), { browser, body: { code: "000000" } }),
      await send(routeOf("renewRecoveryCodes"), { browser }),
    ];
    await enrolTotp(browser);
    answers.push(await send(routeOf("startTotp"), { browser }));
    await api.database.db.passkey.createMany({ data });
    answers.push(await send(routeOf("startPasskeyRegistration"), { browser }));
    answers.push(await send(routeOf("addPasskey"), { browser, body: { name: "x", response: started } }));
    for (const { body } of answers) expect(body).toMatchObject({ status: 409, code: "second_factor_state" });
  });

  it.each(routes)("$operationId answers 400 for an unknown parameter", async (route) => {
    const line = `${lineOf(route)}${lineOf(route).includes("?") ? "&" : "?"}unknown=1`;
    expect((await send(route, await exampleOf(route), { line })).status).toBe(400);
  });

  it.each(routes)("$operationId answers 400 to an example with a mistake", async (route) => {
    const { responses } = operations.find(({ operationId }) => operationId === route.operationId) ?? expect.fail();
    const { message } =
      responses["400"]?.content?.["application/json"]?.examples?.["invalid_request"]?.value ?? expect.fail();
    const [, parameter, field = ""] = /^(?:query\.(\w+)|body\.(\w+)) /.exec(message) ?? expect.fail(message);
    const { browser, body } = await exampleOf(route);
    const { [field]: _, ...rest } = (body ?? {}) as Record<string, unknown>;
    const answer =
      parameter === undefined
        ? await send(route, { browser, body: rest })
        : await send(
            route,
            { browser, ...(body && { body }) },
            { line: `${route.route.method} /auth${route.route.path}?${parameter}=0` },
          );
    expect(answer.body).toEqual({ code: "invalid_request", message, status: 400 });
  });

  it("changePassword answers 400 for a wrong current password", async () => {
    const route = routes.find(({ operationId }) => operationId === "changePassword") ?? expect.fail();
    const { browser } = await signedIn(api);
    const answer = await send(route, { browser, body: { currentPassword: "not the right one", newPassword } });
    expect(answer.body).toMatchObject({ status: 400, code: "invalid_password" });
  });

  it.each(staff)("$operationId answers 401 without a session", async (route) => {
    const { body } = await exampleOf(route);
    const answer = await send(route, { browser: createBrowser(api), ...(body && { body }) });
    expect(answer.body).toMatchObject({ status: 401, code: "unauthorized" });
  });

  it("signIn answers 401 for a wrong password", async () => {
    const route = routes.find(({ operationId }) => operationId === "signIn") ?? expect.fail();
    const body = { email: "nobody@petstore.test", password };
    const answer = await send(route, { browser: createBrowser(api), body });
    expect(answer.body).toMatchObject({ status: 401, code: "invalid_credentials" });
  });

  it("signIn answers 401 for a disabled account", async () => {
    const route = routes.find(({ operationId }) => operationId === "signIn") ?? expect.fail();
    const { id, email } = await addStaff(api);
    await api.database.db.account.update({ where: { id }, data: { banned: true } });
    const answer = await send(route, { browser: createBrowser(api), body: { email, password } });
    expect(answer.body).toMatchObject({ status: 401, code: "account_disabled" });
  });

  it.each(posts)("$operationId answers 403 for a page of another origin", async (route) => {
    const headers = { origin: "https://evil.example" };
    expect((await send(route, await exampleOf(route), { headers })).body).toMatchObject({ status: 403 });
  });

  it.each(ownerRoutes)("$operationId answers 403 for a manager", async (route) => {
    const { browser } = await (manager ??= signedIn(api, "manager"));
    const { body } = await exampleOf(route);
    expect((await send(route, { browser, ...(body && { body }) })).body).toMatchObject({ status: 403 });
  });

  it.each(["renamePasskey", "deletePasskey"])("%s answers 404 for an unknown passkey", async (operationId) => {
    expect((await send(routeOf(operationId), await exampleOf(routeOf(operationId)))).body).toMatchObject({
      status: 404,
    });
  });

  it.each(["getUser", "updateUser", "setRole", "banUser", "unbanUser", "inviteUser"])(
    "%s answers 404 for an unknown account",
    async (operationId) => {
      const route = routes.find((one) => one.operationId === operationId) ?? expect.fail();
      const { browser, body } = await exampleOf(route);
      const answer =
        operationId === "getUser"
          ? await send(route, { browser }, { line: `GET /auth/admin/get-user?id=${absent}` })
          : await send(route, { browser, body: { ...body, userId: absent } });
      expect(answer.body).toMatchObject({ status: 404, message: expect.stringContaining(String(absent)) });
    },
  );

  it("createUser, updateUser, setRole, banUser and inviteUser answer 409 with specific codes", async () => {
    const own = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    await own.database.db.account.updateMany({ data: { role: "clerk" } });
    const { browser, id, email } = await signedIn(own);
    const requests = {
      createUser: { email, name: "Jane" },
      updateUser: { userId: Number((await addStaff(own, "clerk")).id), email },
      setRole: { userId: Number(id), role: "clerk" },
      banUser: { userId: Number(id) },
      inviteUser: { userId: Number(id) },
    };
    const codes = [];
    for (const [operationId, body] of Object.entries(requests)) {
      const route = routes.find((one) => one.operationId === operationId) ?? expect.fail();
      codes.push((await send(route, { browser, body })).body);
    }
    expect(codes).toMatchObject([
      { status: 409, code: "email_taken" },
      { status: 409, code: "email_taken" },
      { status: 409, code: "last_owner" },
      { status: 409, code: "own_account" },
      { status: 409, code: "own_account" },
    ]);
    await own.close();
  });

  it("the service answers 408 to requests and bodies that do not arrive in time", async () => {
    const impatient = await createTestApi();
    impatient.server.headersTimeout = 1_000;
    impatient.server.requestTimeout = 1_000;
    const statusesOf = (some: readonly ContractRoute[], rest: string) =>
      Promise.all(
        some.map(async (route) =>
          note(route.operationId, parse(await impatient.sendBytes(`${lineOf(route)} HTTP/1.1\r\n${rest}`))),
        ),
      );
    const statuses = new Set(await statusesOf(routes, "Host: a\r\n"));
    // A network may have eight unfinished bodies at the same time.
    for (let at = 0; at < posts.length; at += 8) {
      const some = posts.slice(at, at + 8);
      const rest = "Host: a\r\nOrigin: http://a\r\nContent-Length: 9\r\n\r\n{";
      for (const status of await statusesOf(some, rest)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([408]));
    await impatient.close();
  });

  it.each(posts)("$operationId answers 413 and 415 for a body too large or encoded", async ({ operationId, route }) => {
    const browser = await ownerOf(api);
    const fields = { cookie: cookiesOf(browser), origin: api.origin, "content-type": "application/json" };
    const line = `POST /auth${route.path}`;
    const large = await api.send(line, { key: "", raw: " ".repeat(10_241), headers: fields });
    const encoded = await api.send(line, { key: "", raw: "x", headers: { ...fields, "content-encoding": "gzip" } });
    expect([note(operationId, large), note(operationId, encoded)]).toEqual([413, 415]);
    const text = await api.send(line, { key: "", raw: "x", headers: { ...fields, "content-type": "text/plain" } });
    expect(note(operationId, text)).toBe(415);
  });

  it("the service answers 429 to requests over the limit of the address", async () => {
    const limited = await createTestApi({ ADDRESS_RATE_LIMIT: "1" });
    await limited.send("GET /auth/get-session", { key: "" });
    for (const route of routes) {
      expect((await send(route, { browser: createBrowser(limited) })).status).toBe(429);
    }
    await limited.close();
  });

  it.each([
    ["signIn", 10, { email: "nobody@petstore.test", password }],
    ["changePassword", 10, { currentPassword: "not the right one", newPassword: "short" }],
    ["reauthenticate", 10, { password: "not the right one" }],
    ["reauthenticateWithPasskey", 10, { response: authenticatorResponse }],
    ["showInvitation", 30, { code: "aaaa" }],
    ["acceptInvitation", 30, { code: "aaaa", password: newPassword }],
    ["signInWithPasskey", 30, { response: authenticatorResponse }],
    ["startPasskeyAuthentication", 120, undefined],
    ["exchangeSessionForKey", 300, undefined],
  ] as const)("%s answers 429 after %i requests", async (operationId, limit, body) => {
    const route = routes.find((one) => one.operationId === operationId) ?? expect.fail();
    // This sign-in counts for another network.
    const { browser: other } = await signedIn(api);
    const browser = createBrowser(api);
    for (const [name, value] of other.cookies) browser.cookies.set(name, value);
    const statuses = [];
    for (let count = 0; count <= limit; count += 1) {
      statuses.push((await send(route, { browser, ...(body && { body }) })).status);
    }
    expect([statuses.indexOf(429), statuses.length]).toEqual([limit, limit + 1]);
  });

  it.each(["enableTotp", "signInWithTotp", "signInWithRecoveryCode"])(
    "%s answers 429 after 10 codes of one account",
    async (operationId) => {
      const { browser, email } = await signedIn(api);
      if (operationId === "enableTotp") await browser.send("POST /auth/two-factor/start");
      else await enrolTotp(browser);
      const code = operationId === "signInWithRecoveryCode" ? "aaaa-bbbb-cccc" : "000000";
      const statuses = [];
      for (let count = 0; count <= 10; count += 1) {
        if (operationId !== "enableTotp" && count % 5 === 0) await browser.signIn(email);
        statuses.push((await send(routeOf(operationId), { browser, body: { code } })).status);
      }
      expect(statuses.indexOf(429)).toBe(10);
    },
  );

  it("the service answers 431 to header fields that are too large", async () => {
    for (const route of routes) {
      const raw = `${lineOf(route)} HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(17_000)}\r\n\r\n`;
      expect(note(route.operationId, parse(await api.sendBytes(raw)))).toBe(431);
    }
  });

  it("every operation answers 500 without internals if its tables are broken", async () => {
    const broken = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    const requests = await Promise.all(routes.map(async (route) => ({ route, ...(await exampleOf(route, broken)) })));
    for (const table of brokenTables) {
      await broken.database.pool.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
    }
    for (const { route, ...example } of requests) {
      const { body } = await send(route, example);
      expect([route.operationId, body]).toEqual([
        route.operationId,
        { code: "internal_error", message: expect.not.stringContaining("gone"), status: 500 },
      ]);
    }
    for (const table of brokenTables) {
      await broken.database.pool.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
    }
    await broken.close();
  });

  it("every operation answers 503 while the database accepts no connection", async () => {
    const unreachable = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    const requests = await Promise.all(
      routes.map(async (route) => ({ route, ...(await exampleOf(route, unreachable)) })),
    );
    const { database } = unreachable.database.connection;
    await queryAsSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT 0`);
    await queryAsSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
    for (const { route, ...example } of requests) {
      const { status, headers } = await send(route, example);
      expect([route.operationId, status, headers.get("retry-after")]).toEqual([route.operationId, 503, "1"]);
    }
    await queryAsSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT -1`);
    await unreachable.close();
  });

  it("the tests above have seen every status, error code and header of the document", () => {
    const missing = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { headers = {}, content }]) => {
        const key = `${operationId} ${status}`;
        const found = seen.get(key);
        if (found === undefined) return [key];
        const codes = Number(status) < 400 ? [] : Object.keys(content?.["application/json"]?.examples ?? {});
        return [
          ...Object.keys(headers).flatMap((name) => (found.headers.has(name.toLowerCase()) ? [] : [`${key} ${name}`])),
          ...codes.flatMap((code) => (found.codes.has(code) ? [] : [`${key} ${code}`])),
        ];
      }),
    );
    expect(missing).toEqual([]);
  });

  it("the tests above have seen every example of an error, apart from ids, addresses and hosts", () => {
    const exact = ["invalid_request", "payload_too_large", "headers_too_large"];
    const patternOf = ({ code, message }: ErrorExample["value"]) => {
      const text = message
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
        .replace(/https:\/\/[^;\s]+|(?<=address )[^\s]+/, "\\S+");
      return new RegExp(`^${exact.includes(code) ? text : text.replace(/\d+/g, "\\d+")}$`);
    };
    const examples = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Number(status) < 400
          ? []
          : [content["application/json"] ?? {}].flatMap(({ examples: some = {} }) =>
              Object.values(some).map(({ value }) => ({ key: `${operationId} ${status}`, value })),
            ),
      ),
    );
    expect(examples.length).toBeGreaterThan(300);
    const wrong = examples.filter(({ key, value }) => {
      const messages = [...(seen.get(key)?.messages ?? [])];
      return !key.endsWith(` ${value.status}`) || !messages.some((message) => patternOf(value).test(message));
    });
    expect(wrong.map(({ key, value }) => `${key}: ${value.message}`)).toEqual([]);
  });

  it("the service sends only statuses, error codes and headers that the document has", () => {
    const plainHttp = ["connection", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"];
    const surplus = [...seen].flatMap(([key, { headers, codes }]) => {
      const [operationId, status = ""] = key.split(" ");
      const response = operations.find((one) => one.operationId === operationId)?.responses[status];
      if (response === undefined) return [key];
      const fields = Object.keys({ ...commonHeaders, ...response.headers }).map((name) => name.toLowerCase());
      const known = new Set([...plainHttp, ...fields]);
      const documented = Object.keys(response.content?.["application/json"]?.examples ?? {});
      return [
        ...[...headers].flatMap((name) => (known.has(name) ? [] : [`${key} ${name}`])),
        ...[...codes].flatMap((code) => (documented.includes(code) ? [] : [`${key} ${code}`])),
      ];
    });
    expect(surplus).toEqual([]);
  });
});
