import base from "/work/main/apps/api/vitest.config.js";
const c: any = base;
c.test.projects = [{ test: { ...c.test.projects[2].test, setupFiles: ["/work/main/apps/api/test/support/refuse-processes.ts", "/tmp/cpu-setup.mjs"] } }];
c.test.maxWorkers = 1;
c.test.reporters = ["default"];
export default c;
