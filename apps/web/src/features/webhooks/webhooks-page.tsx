import type { WebhookEndpoint } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { Loaded, ManagersOnly, NoneYet, ResourcePage } from "../../components/resource-page";
import { useHasRole } from "../../lib/session/roles";
import { webhooks } from "../../texts/webhooks";
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

const texts = webhooks;

const icon = <Webhook aria-hidden />;

const Content = ({ onNew }: { readonly onNew: () => void }) => (
  <Loaded query={useQuery(endpointsQuery)} placeholders={4}>
    {(endpoints) =>
      endpoints.length === 0 ? (
        <NoneYet icon={icon} texts={texts} onNew={onNew} />
      ) : (
        <WebhookList endpoints={endpoints} />
      )
    }
  </Loaded>
);

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
  return (
    <ResourcePage texts={texts} onNew={openNew}>
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
    </ResourcePage>
  );
};

export const WebhooksPage = () => (useHasRole("manager") ? <Webhooks /> : <ManagersOnly icon={icon} texts={texts} />);
