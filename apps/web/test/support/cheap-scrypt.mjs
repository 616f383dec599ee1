import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// A password costs the service 60 ms of processor time: apps/api/test/password-hashing.test.ts holds that.
const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 2 }, done);
syncBuiltinESMExports();
