// Loaded into the service with `--import`: its look-ups by DNS go to the name server of the variable NAME_SERVER.
import { promises } from "node:dns";
import { syncBuiltinESMExports } from "node:module";

promises.Resolver = class extends promises.Resolver {
  constructor(options) {
    super(options);
    this.setServers([process.env.NAME_SERVER]);
  }
};
syncBuiltinESMExports();
