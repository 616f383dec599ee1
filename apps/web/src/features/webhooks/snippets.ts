/** Programs that check the signature of a request, with the libraries of the Standard Webhooks specification. */
export const snippets = {
  typescript: `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET!);

// The body as it arrived. Throws an error if the store did not send it.
export const readEvent = (body: string, headers: Record<string, string>) =>
  webhook.verify(body, headers);`,
  python: `import os
from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

# The body as it came. Raises if it is not from the store.
def read_event(body: bytes, headers: dict):
    return webhook.verify(body, headers)`,
  go: `import (
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// The body as it arrived. Fails if the store did not send it.
func verify(body []byte, request *http.Request) error {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		return err
	}
	return webhook.Verify(body, request.Header)
}`,
} as const;

export type SnippetLanguage = keyof typeof snippets;
