import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { OrderQuery } from "@petstore/contract/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Data } from "../components/data";
import { usePortalContainer } from "../components/portal-container";
import { LoadError } from "../components/states";
import { ask } from "../lib/api";
import { findPets } from "../lib/find-pets";
import { useCategoryNames } from "../lib/categories";
import { lastAction, undoLast } from "../lib/undo";
import { hasRole, useAccount } from "../lib/roles";
import { t } from "../texts";
import { pages } from "./pages";
import { openPanel } from "../lib/panels";

type Command = {
  readonly id: string;
  readonly label: string;
  readonly detail: ReactNode;
  /** Typed by people or the store: not a text of the admin. */
  readonly isData?: boolean;
  readonly run: () => void;
};

const MAX_FOUND = 8;
const MAX_ORDERS = 4;

const matching = (commands: readonly Command[], text: string) =>
  commands.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));

/**
 * Animals by number or name, orders by any text. Until an answer comes, what was found for the text before stays as far
 * as it matches: Enter would find an empty list otherwise.
 */
const useFound = (text: string) => {
  const navigate = useNavigate();
  const nameOf = useCategoryNames();
  const isOn = text.length > 0;
  const q = OrderQuery.shape.q.safeParse(text).data;
  const pets = useQuery({
    queryKey: ["commands", "pets", text],
    enabled: isOn,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => findPets(text, { max: MAX_FOUND, signal }),
  });
  const orders = useQuery({
    queryKey: ["commands", "orders", text],
    // The contract searches for three characters, or a number.
    enabled: isOn && q !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await ask(
          (api, options) => api.orders.listOrders({ query: { q, sort: "-id", limit: MAX_ORDERS }, ...options }),
          { signal },
        )
      ).body,
  });
  const failed = [pets, orders].find(({ error }) => isOn && error !== null);
  if (!isOn) return { found: [], failed };
  const petCommands = (pets.data ?? []).map(
    (pet): Command => ({
      id: `pet-${pet.id}`,
      label: `${pet.name} · ${pet.id}`,
      detail: (
        <>
          <Data>{nameOf(pet.categoryId)}</Data> · {t.common.status[pet.status]}
        </>
      ),
      isData: true,
      run: () => void navigate({ to: "/animals", search: { open: pet.id } }),
    }),
  );
  const orderCommands = (orders.data ?? []).map(
    (order): Command => ({
      id: `order-${order.id}`,
      label: [order.reference, t.orders.number(order.id)].filter(Boolean).join(" · "),
      detail: t.common.orderStatus[order.status],
      isData: true,
      run: () => void navigate({ to: "/orders", search: { open: order.id } }),
    }),
  );
  const found = [
    ...(pets.isPlaceholderData ? matching(petCommands, text) : petCommands),
    ...(orders.isPlaceholderData ? matching(orderCommands, text) : orderCommands),
  ];
  return { found, failed };
};

const useCommands = (): readonly Command[] => {
  const navigate = useNavigate();
  const account = useAccount();
  return [
    ...pages
      .filter(({ role }) => hasRole(account, role))
      .map(
        ({ route, title }): Command => ({
          id: route.to,
          label: title,
          detail: t.shell.groups.go,
          run: () => void navigate({ to: route.to }),
        }),
      ),
    { id: "undo", label: t.common.undo, detail: lastAction() ?? null, run: undoLast },
    { id: "shortcuts", label: t.shell.shortcuts, detail: null, run: () => openPanel.set("shortcuts") },
  ];
};

const CommandPalette = () => {
  const [text, setText] = useState("");
  const commands = useCommands();
  const { found, failed } = useFound(useDeferredValue(text.trim()));
  const close = () => openPanel.set("none");
  const typed = text.trim().toLowerCase();
  const offered = matching(commands, typed);
  // "undo" is the command, not the animal Mundo; a command found in the middle of its name follows the animals.
  const isFirst = ({ label }: Command) => label.toLowerCase().startsWith(typed);
  const items = [...offered.filter(isFirst), ...found, ...offered.filter((command) => !isFirst(command))];
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal container={usePortalContainer()}>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[#0009]" />
        <Dialog.Popup
          aria-label={t.shell.commands}
          className="fixed inset-x-3 top-[10dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-raised outline-none"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={items}
            filter={null}
            value={text}
            onValueChange={setText}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2 border-b border-line px-4">
              <Search aria-hidden size={18} className="shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label={t.shell.commands}
                placeholder={t.shell.commandsHint}
                className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted"
              />
            </div>
            <Autocomplete.Empty>
              <p className="p-4 text-sm text-muted empty:hidden">
                {items.length === 0 && failed === undefined ? t.shell.noCommand : null}
              </p>
            </Autocomplete.Empty>
            {failed !== undefined && (
              <div className="p-2">
                <LoadError query={failed} isInline />
              </div>
            )}
            <Autocomplete.List className="overflow-y-auto p-1">
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => {
                    close();
                    command.run();
                  }}
                  className="flex min-h-10 cursor-default items-center justify-between gap-4 rounded-md px-3 text-sm outline-none data-highlighted:highlighted"
                >
                  <span translate={command.isData === true ? "no" : "yes"} title={command.label} className="truncate">
                    {command.label}
                  </span>
                  <span className="max-w-1/2 shrink-0 truncate text-muted">{command.detail}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default CommandPalette;
