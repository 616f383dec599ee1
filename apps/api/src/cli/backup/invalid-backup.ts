import { OperatorError } from "../../config/operator-error.js";

export const damaged = (problem: string, cause?: unknown): OperatorError =>
  new OperatorError("invalid_file", `The backup is cut off or altered (${problem}):`, "restore another one.", {
    cause,
  });

export const notABackup = (): OperatorError =>
  new OperatorError("invalid_file", "The file is not a backup of Pet Store:", "name one that `petstore backup` wrote.");

export const newerFormat = (version: number): OperatorError =>
  new OperatorError(
    "schema_mismatch",
    `The backup has format ${version}, which this version does not know:`,
    "restore it with the version that wrote it, or a newer one.",
  );
