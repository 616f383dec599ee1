import { ApiError } from "../../lib/service/api";
import { t } from "../../texts";

/** Where the service requires a second factor, the last one stays. */
export const lastFactorProblem = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "second_factor_required"
    ? new ApiError(error.code, t.secondFactor.isLast)
    : error;
