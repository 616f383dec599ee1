import type { WebhookEndpoint } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { Page } from "../../components/page";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { useHasRole } from "../../lib/session/roles";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { endpointsQuery } from "./queries";
import {
  DeleteWebhookDialog,
  EditWebhookDialog,
  NewWebhookDialog,
  ReplayDialog,
  RotateSecretDialog,
} from "./webhook-dialogs";
import { type WebhookAction, WebhookDrawer } from "./webhook-drawer";
import { WebhookList } from "./webhook-list";

const texts = t.webhooks;

const Content = ({ onNew }: { readonly onNew: () => void }) => {
  const query = useQuery(endpointsQuery);
  const { data, error } = query;
  if (data === undefined)
    return error === null ? <SkeletonRows count={4} className="h-14" /> : <LoadError query={query} />;
  if (data.length === 0) {
    const make = (
      <Button variant="primary" onClick={onNew}>
        {texts.new}
      </Button>
    );
    return <EmptyState icon={<Webhook aria-hidden />} title={texts.empty} detail={texts.emptyDetail} action={make} />;
  }
  return (
    <>
      <LoadError query={query} />
      <WebhookList endpoints={data} />
    </>
  );
};

type Open = "new" | { readonly action: WebhookAction; readonly endpoint: WebhookEndpoint };

const dialogs = { edit: EditWebhookDialog, rotate: RotateSecretDialog, replay: ReplayDialog } as const;

type DialogsProps = { readonly open: Open; readonly onClose: () => void; readonly onDeleted: () => void };

const OpenDialog = ({ open, onClose, onDeleted }: DialogsProps) => {
  if (open === "new") return <NewWebhookDialog onClose={onClose} />;
  const { action, endpoint } = open;
  if (action === "delete") return <DeleteWebhookDialog endpoint={endpoint} onClose={onClose} onDeleted={onDeleted} />;
  const Chosen = dialogs[action];
  return <Chosen endpoint={endpoint} onClose={onClose} />;
};

const Webhooks = () => {
  const search = useSearch({ from: "/webhooks" });
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>();
  const closeDrawer = () => void navigate({ to: "/webhooks", search: {} });
  const openNew = () => setOpen("new");
  const close = () => setOpen(undefined);
  useShortcut("n", texts.new, openNew);
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onClick={openNew}>
          {texts.new}
        </Button>
      }
    >
      <Content onNew={openNew} />
      {search.open !== undefined && (
        <WebhookDrawer
          id={search.open}
          onClose={closeDrawer}
          onAct={(endpoint, action) => setOpen({ endpoint, action })}
        />
      )}
      {open !== undefined && (
        <OpenDialog
          open={open}
          onClose={close}
          onDeleted={() => {
            close();
            closeDrawer();
          }}
        />
      )}
    </Page>
  );
};

export const WebhooksPage = () => {
  const isManager = useHasRole("manager");
  if (isManager) return <Webhooks />;
  return (
    <Page title={texts.title}>
      <EmptyState icon={<Webhook aria-hidden />} title={texts.managersOnly} detail={texts.managersOnlyDetail} />
    </Page>
  );
};
