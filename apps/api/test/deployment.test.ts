import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { secretVariables } from "../src/config/config.js";
import { connectionsPerProcess } from "../src/config/connection-budget.js";

// These tests compare ops/ with the service: the paths that an orchestrator requests, the variables that it sets, and
// the times that it waits. docs/deploying.md says where the schemas are.

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const list = at(value, ...path);
  return Array.isArray(list) ? list : expect.fail(`no list at ${path.join(".")}`);
};
const namesAt = (value: unknown, ...path: readonly string[]) => Object.keys(at(value, ...path) ?? {});

const ops = fileURLToPath(new URL("../../../ops/", import.meta.url));
const read = (path: string) => readFileSync(`${ops}${path}`, "utf8");
const files = readdirSync(ops, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$|Dockerfile$/.test(name));
const manifests = files
  .filter((name) => name.startsWith("kubernetes/base/") && name.endsWith(".yaml"))
  .flatMap((name) => parseAllDocuments(read(name)).map((document) => document.toJS() as unknown));
const manifest = (kind: string, name = "petstore"): unknown =>
  manifests.find((one) => at(one, "kind") === kind && at(one, "metadata", "name") === name) ??
  expect.fail(`no ${kind} ${name}`);

const dockerfile = read("docker/Dockerfile");
const unit = read("systemd/petstore.service");
const services = (parse(read("compose/compose.yaml"), { merge: true }) as { services: Record<string, unknown> })
  .services;
const replica = services["petstore-1"];
const pod = at(manifest("Deployment"), "spec", "template", "spec");
const container = at(pod, "containers", 0);
const config = at(manifest("ConfigMap"), "data");

const documented =
  read("../.env.example")
    .match(/^# ([A-Z_]+)=/gm)
    ?.map((line) => line.slice(2, -1)) ?? [];
/** The variables of the image and its runtime, and the variables for metrics, which have a port of their own. */
const others = ["NODE_ENV", "METRICS_HOST", "METRICS_PORT"];
const isKnown = (name: string) => documented.includes(name) || others.includes(name);

describe("the variables in ops", () => {
  it.each([
    ["Kubernetes", [...namesAt(config), ...listAt(container, "env").map((one) => String(at(one, "name")))]],
    ["Compose", namesAt(replica, "environment")],
    [
      "systemd",
      [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = ""]) => list.match(/\b[A-Z_]+(?==)/g) ?? []),
    ],
    ["Docker", /^ENV (.*)$/m.exec(dockerfile)?.[1]?.match(/\b[A-Z_]+(?==)/g) ?? []],
  ])("the variables in %s are settings of the service", (_where, names) => {
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe("Kubernetes", () => {
  it("gives the container each secret of the service, and requires only what each store needs", () => {
    const references = listAt(container, "env").map((one) => ({
      name: String(at(one, "name")),
      isOptional: at(one, "valueFrom", "secretKeyRef", "optional") === true,
      key: at(one, "valueFrom", "secretKeyRef", "key"),
    }));
    // Only the daily backup has the key of its bucket.
    const ofService = secretVariables.filter((name) => !name.startsWith("BACKUP_"));
    expect(references.map(({ name }) => name).toSorted()).toEqual(ofService.toSorted());
    expect(references.filter(({ name, key }) => name !== key)).toEqual([]);
    const required = references.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    expect(required).toEqual(["DATABASE_URL", "AUTH_SECRET"]);
  });

  it("lets the pods reach PostgreSQL, Redis, the collector of traces, and receivers of webhooks", () => {
    const ports = listAt(manifest("NetworkPolicy"), "spec", "egress").flatMap((rule) =>
      listAt(rule, "ports").map((port) => Number(at(port, "port"))),
    );
    expect(ports).toEqual(expect.arrayContaining([53, 5432, 6379, 4318, 443]));
  });
});

describe("the image", () => {
  const { scripts } = JSON.parse(read("../apps/api/package.json")) as { scripts: Record<string, string> };
  const underNode = /^node \.\.\/\.\.\/\.ci\/with-node\.mjs (\S+) (.*) --outputFile\.json=\S+$/;
  const runs = Object.values(scripts).flatMap((script) => underNode.exec(script)?.slice(1, 3) ?? []);
  const [tested22, tests22, tested24, tests24] = runs;

  it("runs a version of Node.js that the short proofs test", () => {
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile) ?? [];
    expect(version).toBe(tested24);
    expect(tested22).toMatch(/^22\./);
    // Node 22 runs only the tests of what depends on unpromised behaviour of Node (decision 129).
    const [all22, all24] = [tests22?.split(" ") ?? [], tests24?.split(" ") ?? []];
    expect([all22.length > 0, all22.filter((one) => !all24.includes(one))]).toEqual([true, []]);
  });
});

describe("the first lines of the files for failover", () => {
  it.each(["haproxy/petstore.cfg", "haproxy/postgres.cfg", "patroni/patroni.yml"])(
    "name everything that %s needs",
    (file) => {
      const text = read(file);
      const [head = ""] = text.split(/^[^#]/m);
      const used = [...text.matchAll(/"\$\{(\w+)\}"/g)].map(([, name = ""]) => name);
      expect(used.filter((name) => !head.includes(name))).toEqual([]);
      expect(head).toMatch(/[A-Z]+_[A-Z]+/);
    },
  );
});

/** PostgreSQL's default is 100 connections, three of which are for superusers. */
const USABLE_CONNECTIONS = 97;

describe("the connections to PostgreSQL", () => {
  it("all pods, with those that a rollout adds, stay within PostgreSQL's default limit", () => {
    const pods = Number(at(manifest("HorizontalPodAutoscaler"), "spec", "maxReplicas"));
    const surge = Number(at(manifest("Deployment"), "spec", "strategy", "rollingUpdate", "maxSurge"));
    const workers = Number(at(config, "WORKERS"));
    expect(pods + surge).toBeGreaterThan(2);
    expect((pods + surge) * workers * connectionsPerProcess).toBeLessThanOrEqual(USABLE_CONNECTIONS);
  });

  it("the overlay can scale, and names a limit that is enough for its pods", () => {
    const overlay = read("kubernetes/production/kustomization.yaml");
    const [least = 0, most = 0] = ["minReplicas", "maxReplicas"].map((name) =>
      Number(new RegExp(`path: /spec/${name}\\s+value: (\\d+)`).exec(overlay)?.[1]),
    );
    expect(least).toBeGreaterThan(1);
    expect(most).toBeGreaterThan(least);
    const connections = (most + 1) * connectionsPerProcess;
    expect(overlay).toContain(`up to ${connections} connections: set PostgreSQL's max_connections to 200.`);
    expect(connections).toBeLessThanOrEqual(200 - (100 - USABLE_CONNECTIONS));
  });

  it("the replicas in Compose stay within the limit as well", () => {
    const replicas = Object.keys(services).filter((name) => name.startsWith("petstore-"));
    expect(replicas).toHaveLength(2);
    expect(replicas.length * connectionsPerProcess).toBeLessThanOrEqual(USABLE_CONNECTIONS);
  });
});

describe("the probes", () => {
  const probe = (name: string, field: string) => at(container, name, "httpGet", field);
  it("ask /readyz for readiness and /healthz for liveness, because a restart repairs no database", () => {
    expect([probe("readinessProbe", "path"), probe("livenessProbe", "path")]).toEqual(["/readyz", "/healthz"]);
    expect(probe("startupProbe", "path")).toBe("/healthz");
    expect(read("docker/healthcheck.mjs")).toContain('"/readyz"');
  });

  it("the probes and the service use ports that the container has", () => {
    const ports = new Map(
      listAt(container, "ports").map((port) => [String(at(port, "name")), Number(at(port, "containerPort"))]),
    );
    expect(ports).toEqual(
      new Map([
        ["http", 3000],
        ["metrics", Number(at(config, "METRICS_PORT"))],
      ]),
    );
    const named = ["startupProbe", "readinessProbe", "livenessProbe"].map((name) => String(probe(name, "port")));
    const targets = listAt(manifest("Service"), "spec", "ports").map((port) => String(at(port, "targetPort")));
    expect([...named, ...targets].filter((name) => !ports.has(name))).toEqual([]);
    expect(dockerfile).toContain(`EXPOSE ${[...ports.values()].join(" ")}`);
  });

  it("find that a pod is not ready before the pod stops accepting connections", () => {
    const field = (name: string) => Number(at(container, "readinessProbe", name));
    expect(Number(at(config, "SHUTDOWN_GRACE_SECONDS"))).toBeGreaterThan(
      field("periodSeconds") * field("failureThreshold"),
    );
  });
});

/** Requests in flight get ten seconds to finish, and a private PostgreSQL gets ten more. */
const STOPPING_SECONDS = 20;

describe("a stop", () => {
  it("gets more time than the service needs, wherever it runs", () => {
    const kubernetes = Number(at(pod, "terminationGracePeriodSeconds")) - Number(at(config, "SHUTDOWN_GRACE_SECONDS"));
    const grace = Number(at(replica, "environment", "SHUTDOWN_GRACE_SECONDS"));
    const compose = Number.parseInt(String(at(replica, "stop_grace_period")), 10) - grace;
    const systemd = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect([kubernetes, compose, systemd].filter((seconds) => !(seconds >= STOPPING_SECONDS))).toEqual([]);
    expect(unit).toContain("\nKillMode=mixed\n");
  });

  it("is preceded by a grace period in which nginx closes its idle connections", () => {
    const keepAlive = /keepalive_timeout (\d+)s;\n\}/.exec(read("nginx/petstore.conf"))?.[1];
    const grace = at(replica, "environment", "SHUTDOWN_GRACE_SECONDS");
    expect(Number(keepAlive)).toBeLessThan(Number(grace));
  });
});

describe("what runs the service", () => {
  it("does not run as root, and may not change its own files", () => {
    const number = Number(/^USER (\d+):\d+$/m.exec(dockerfile)?.[1]);
    expect(number).toBeGreaterThan(0);
    expect(at(pod, "securityContext")).toMatchObject({ runAsNonRoot: true, runAsUser: number });
    expect(at(container, "securityContext")).toMatchObject({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
    });
    expect(replica).toMatchObject({ user: `${number}:${number}`, read_only: true, cap_drop: ["ALL"] });
  });

  it("is started by the same command everywhere", () => {
    const command = "node --max-semi-space-size=8";
    expect(dockerfile).toContain(`CMD ["${command.replace(" ", '", "')}", "apps/api/dist/main.js"]`);
    expect(unit).toContain(`ExecStart=/usr/bin/${command} /opt/petstore/apps/api/dist/main.js`);
  });

  it("is always started again by systemd, except after a mistake in the configuration", () => {
    expect(unit).toContain("\nStartLimitIntervalSec=0\n");
    expect(unit).toContain("\nRestart=on-failure\nRestartSec=1\nRestartPreventExitStatus=78\n");
  });

  it("is killed by systemd when no process of the unit has sent a watchdog notification for 30 s", () => {
    expect(unit).toMatch(/\nWatchdogSec=30\nNotifyAccess=all\n/);
  });

  it("no image has the tag `latest`, and none names a registry", () => {
    const images = [
      ...Object.values(services).map((service) => String(at(service, "image"))),
      ...[...dockerfile.matchAll(/^ARG \w+=(.+)$/gm)].map(([, image = ""]) => image),
      String(at(container, "image")),
    ];
    expect(images.length).toBeGreaterThan(6);
    expect(images.filter((image) => !/^[a-z]+:(\d|\$\{PETSTORE_VERSION)/.test(image))).toEqual([]);
  });

  it("gets its secrets only from outside the repository", () => {
    const assigned = files.flatMap((name) =>
      read(name)
        .split("\n")
        // A private store has no address that could contain a password.
        .filter(
          (line) => /(PASSWORD|SECRET|DATABASE_URL|REDIS_URL)\w*[:=](?!private\b)/.test(line) && !line.includes("$"),
        ),
    );
    expect(assigned).toEqual([]);
  });
});

describe("the daily backup", () => {
  const backupUnit = read("systemd/petstore-backup.service");
  const job = at(manifest("CronJob", "petstore-backup"), "spec", "jobTemplate", "spec", "template", "spec");
  const jobContainer = at(job, "containers", 0);
  const composed = services["backup"];

  it("runs the same verified command everywhere", () => {
    const options = "--keep 7d,4w,12m --verify";
    expect(backupUnit).toContain(`cli.js backup --to \${BACKUP_TO} ${options}\n`);
    expect(listAt(jobContainer, "args").join(" ")).toBe(`petstore backup --to $(BACKUP_TO) ${options}`);
    expect(listAt(composed, "command").at(-1)).toContain(`petstore backup --to /data ${options} `);
  });

  it("has no more rights than the service", () => {
    const hardening = (text: string) =>
      (
        text.match(/^(?:NoNew|Capab|Ambient|Protect|Private|Proc|Restrict\w+=|LockP|Keyring|SystemCall).*$/gm) ?? []
      ).toSorted();
    expect(hardening(backupUnit)).toEqual(hardening(unit));
    expect(hardening(unit).length).toBeGreaterThan(20);
    expect(at(job, "securityContext")).toEqual(at(pod, "securityContext"));
    expect(at(jobContainer, "securityContext")).toEqual(at(container, "securityContext"));
    expect(at(jobContainer, "image")).toBe(at(container, "image"));
    expect(composed).toMatchObject({ user: "10001:10001", read_only: true, cap_drop: ["ALL"], networks: ["stored"] });
  });

  it("gets neither the secret of the service nor Redis", () => {
    const names = listAt(jobContainer, "env").map((one) => String(at(one, "name")));
    const all = [...names, ...namesAt(composed, "environment")];
    expect(all.filter((name) => /^(?:AUTH_SECRET|REDIS_URL)$/.test(name))).toEqual([]);
    expect(all.filter((name) => !isKnown(name) && name !== "BACKUP_TO")).toEqual([]);
  });
});
