import { useRouter } from "@tanstack/react-router";
import { Button } from "../components/button";
import { Page } from "../components/page";
import { EmptyState, ErrorState } from "../components/states";
import { t } from "../texts";

const isMissingChunk = (error: unknown) => error instanceof TypeError && /import/i.test(error.message);

/** Replaces a page whose code or data could not be loaded. The navigation around it still works. */
export const PageError = ({ error }: { readonly error: unknown }) => {
  const router = useRouter();
  if (isMissingChunk(error)) {
    return (
      <Page title={t.common.newVersionTitle}>
        <EmptyState
          title={t.common.newVersionTitle}
          detail={t.common.newVersion}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {t.common.reload}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page title={t.common.crashTitle}>
      <ErrorState error={error} onRetry={() => void router.invalidate()} />
    </Page>
  );
};
