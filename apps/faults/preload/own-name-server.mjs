// This file is loaded into the service with `--import`. It sends the service's DNS look-ups to the name server of the
// variable NAME_SERVER.
import { promises } from "node:dns";
import { syncBuiltinESMExports } from "node:module";

promises.Resolver = class extends promises.Resolver {
  constructor(options) {
    super(options);
    this.setServers([process.env.NAME_SERVER]);
  }
};
syncBuiltinESMExports();
