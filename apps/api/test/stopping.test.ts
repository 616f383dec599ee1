import { describeGracefulStop } from "./support/graceful-stop.js";

describeGracefulStop(1);
