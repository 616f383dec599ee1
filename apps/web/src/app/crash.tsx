import { Component, type ReactNode } from "react";
import { Button } from "../components/button";
import { t } from "../texts";

/** Shows an error that occurred while the page was rendered, if nothing else handles it. */
export class Crash extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="flex min-h-dvh flex-col items-center justify-center gap-2 p-4 text-center">
        <h1 className="text-xl font-semibold">{t.common.crashTitle}</h1>
        <p className="text-muted">{t.common.crash}</p>
        <Button variant="primary" className="mt-2" onClick={() => location.reload()}>
          {t.common.reload}
        </Button>
      </main>
    );
  }
}
