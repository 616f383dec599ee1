import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// Makes password hashes cheap, which cost the service 60 ms each. apps/api/test/password-hashing.test.ts tests the real
// cost.
const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 2 }, done);
syncBuiltinESMExports();
