import type { TotpSecret } from "@petstore/contract/client";
import { TotpCode } from "@petstore/contract/schemas";
import { z } from "zod";
import { ContractForm } from "../../components/contract-form";
import { TextField } from "../../components/field";
import { QrCode } from "../../components/qr-code";
import { SecretField } from "../../components/secret-field";
import { ApiError } from "../../lib/service/api";
import { typedCode } from "../../lib/session/typed-code";
import { t } from "../../texts";

const Confirmation = z.strictObject({ code: TotpCode });

/** The server's sentence names the field of the request, but does not say what to do on this page. */
const atField = (error: unknown): unknown =>
  error instanceof ApiError && error.code === "invalid_code"
    ? new ApiError(error.code, `body.code ${t.secondFactor.wrongCode}`)
    : error;

type TotpFormProps = {
  readonly id: string;
  readonly setup: TotpSecret;
  readonly onSubmit: (code: string) => void;
  readonly error: unknown;
};

/** Shows the secret for the app, and asks for a code that proves that the app has it. */
export const TotpForm = ({ id, setup, onSubmit, error }: TotpFormProps) => (
  <div className="flex flex-col gap-4 text-sm">
    <p>{t.secondFactor.scan}</p>
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <QrCode text={setup.totpUri} label={t.secondFactor.qrCode} />
      <div className="flex w-full min-w-0 flex-col gap-4">
        <SecretField label={t.secondFactor.secretLabel} value={setup.secret} isMain={false} />
        <ContractForm
          id={id}
          schema={Confirmation}
          toInput={({ code }) => ({ code: typedCode(code) })}
          onSubmit={({ code }) => onSubmit(code)}
          error={atField(error)}
        >
          <TextField
            name="code"
            label={t.secondFactor.code}
            help={t.secondFactor.codeHelp}
            inputMode="numeric"
            autoComplete="one-time-code"
            data-initial-focus
          />
        </ContractForm>
      </div>
    </div>
  </div>
);
