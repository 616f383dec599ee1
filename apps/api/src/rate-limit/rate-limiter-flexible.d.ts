// The package declares its front door alone.
declare module "rate-limiter-flexible/lib/RateLimiterRedis.js" {
  import { RateLimiterRedis } from "rate-limiter-flexible";

  export = RateLimiterRedis;
}
