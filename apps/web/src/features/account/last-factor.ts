import { ApiError } from "../../lib/service/api";
import { t } from "../../texts";

/** If the service requires a second factor, the last one cannot be removed. */
export const lastFactorProblem = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "second_factor_required"
    ? new ApiError(error.code, t.secondFactor.isLast)
    : error;
