import { UserPen } from "lucide-react";
import { useEffect, useState } from "react";
import { Data, Moment } from "../../../components/data";
import { toApiError } from "../../../lib/service/api-error";
import { authClient } from "../../../lib/service/auth-client";
import { t } from "../../../texts";

/** The same value as `EDITING_SECONDS` in the contract. */
const TELL_MS = 5_000;
const AFTER_FAILURE_MS = 30_000;

const tell = async (petId: number, isEditing: boolean) => {
  const answer = await authClient.presence.tellEditing({ body: { petId, isEditing } });
  // This request runs in the background, so an ended session must not interrupt the person.
  if (answer.status !== 200) throw toApiError(answer);
  return answer.body.editors;
};

/**
 * Tells the others that this person edits the animal, and asks who else does, while the page is visible. This is not a
 * query, because a page counts as loaded without it.
 */
const useEditors = (petId: number, isEditing: boolean) => {
  const [editors, setEditors] = useState<Awaited<ReturnType<typeof tell>>>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let hasEnded = false;
    const show = (found: typeof editors, nextMs: number) => {
      if (hasEnded) return;
      setEditors(found);
      timer = setTimeout(look, nextMs);
    };
    const look = () => {
      if (document.visibilityState === "hidden") show([], TELL_MS);
      else
        tell(petId, isEditing).then(
          (found) => show(found, TELL_MS),
          () => show([], AFTER_FAILURE_MS),
        );
    };
    look();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      // A tab that closes sends nothing, so the others see this editor for some seconds longer.
      if (isEditing) tell(petId, false).catch(() => undefined);
    };
  }, [petId, isEditing]);
  return editors;
};

type EditorsProps = {
  readonly petId: number;
  /** Whether this person has unsaved changes. */
  readonly isEditing: boolean;
};

/** Shows who else edits the animal. */
export const Editors = ({ petId, isEditing }: EditorsProps) => (
  <div role="status" className="flex flex-col gap-1 empty:hidden">
    {useEditors(petId, isEditing).map(({ id, name, since }) => (
      <p key={id} className="flex items-center gap-2 rounded-md bg-info-soft px-3 py-2 text-sm text-on-info-soft">
        <UserPen aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          <Data className="font-medium">{name}</Data> {t.petDrawer.edits} <Moment at={since} />
        </span>
      </p>
    ))}
  </div>
);
