// The package declares types only for its main entry.
declare module "rate-limiter-flexible/lib/RateLimiterRedis.js" {
  import { RateLimiterRedis } from "rate-limiter-flexible";

  export = RateLimiterRedis;
}
