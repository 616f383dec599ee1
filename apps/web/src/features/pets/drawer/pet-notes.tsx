import type { Note } from "@petstore/contract/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Pencil, Pin, Trash2, TriangleAlert } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { Badge } from "../../../components/badge";
import { Button, IconButton } from "../../../components/button";
import { Data, DataLine, Moment } from "../../../components/data";
import { LoadError, SkeletonRows } from "../../../components/states";
import { firstWords } from "../../../lib/text/first-words";
import { changeNote, deleteNote, type NoteEdit, petNotesQuery } from "../../../lib/pets/notes";
import { notifyFailure } from "../../../lib/page/notices";
import { useWrite } from "../../../lib/service/use-write";
import { t } from "../../../texts";
import { DrawerSection } from "../../../components/drawer-section";
import { useNoteText } from "./drafts";
import { NewNoteForm, NoteForm } from "./note-form";

const texts = t.notes;

/** Moves the focus to a neighbour, because the focused note is deleted. */
const focusBeside = (item: Element | null) => {
  const beside = item?.nextElementSibling ?? item?.previousElementSibling;
  const next = beside ?? item?.closest("section")?.querySelector("textarea");
  if (next instanceof HTMLElement) next.focus();
};

const NoteTools = ({ note, onEdit }: { readonly note: Note; readonly onEdit: () => void }) => {
  const change = useWrite({
    send: (edit: NoteEdit) => changeNote(note, edit),
    onError: (error, edit) => notifyFailure(error, () => change.mutate(edit)),
  });
  const remove = useWrite({
    send: (one: Note) => deleteNote(one),
    onError: (error, one) => notifyFailure(error, () => remove.mutate(one)),
  });
  const { isWarning, isPinned } = note;
  const words = firstWords(note.text);
  const isBusy = change.isPending || remove.isPending;
  return (
    <span className="-mr-2 ml-auto flex shrink-0 text-muted">
      <IconButton
        label={texts.warn(words)}
        aria-pressed={isWarning}
        isBusy={isBusy}
        className={isWarning ? "text-danger!" : ""}
        onClick={() => change.mutate({ isWarning: !isWarning })}
      >
        <TriangleAlert aria-hidden size={16} />
      </IconButton>
      <IconButton
        label={texts.pin(words)}
        aria-pressed={isPinned}
        isBusy={isBusy}
        className={isPinned ? "text-accent!" : ""}
        onClick={() => change.mutate({ isPinned: !isPinned })}
      >
        <Pin aria-hidden size={16} />
      </IconButton>
      <IconButton label={texts.edit(words)} isBusy={isBusy} onClick={onEdit}>
        <Pencil aria-hidden size={16} />
      </IconButton>
      <IconButton
        label={texts.delete(words)}
        isBusy={isBusy}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget.closest("li"));
          remove.mutate(note);
        }}
      >
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </span>
  );
};

const NoteItem = ({ note }: { readonly note: Note }) => {
  const { draft } = useNoteText(note.id);
  // A draft opens the form again without moving the focus.
  const [isEditing, setIsEditing] = useState(draft !== undefined);
  const [isOpened, setIsOpened] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const edit = () => {
    setIsOpened(true);
    setIsEditing(true);
  };
  const close = () => {
    setIsEditing(false);
    item.current?.focus();
  };
  return (
    <li
      ref={item}
      tabIndex={-1}
      className="flex flex-col gap-1 border-b border-line py-2 text-sm outline-none last:border-b-0"
    >
      {isEditing ? (
        <NoteForm note={note} isFocused={isOpened} onClose={close} />
      ) : (
        <p className="max-h-80 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
          <Data>{note.text}</Data>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {note.isWarning && <Badge tone="danger">{texts.warning}</Badge>}
        {note.isPinned && <Badge tone="accent">{texts.pinned}</Badge>}
        <span className="flex min-w-0 items-baseline gap-2 text-muted">
          <DataLine className="max-w-40">{note.author.name}</DataLine>
          <Moment at={note.createdAt} />
        </span>
        {!isEditing && <NoteTools note={note} onEdit={edit} />}
      </div>
    </li>
  );
};

/** The notes of staff about the animal. */
export const PetNotes = ({ petId, ...saving }: ComponentProps<typeof NewNoteForm>) => {
  const notes = useInfiniteQuery(petNotesQuery(petId));
  const rows = notes.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <DrawerSection title={texts.title}>
      <LoadError query={notes} isInline />
      <NewNoteForm petId={petId} {...saving} />
      {notes.data === undefined && notes.error === null && <SkeletonRows count={1} className="h-10" />}
      {notes.data !== undefined && rows.length === 0 && <p className="text-sm text-muted">{texts.none}</p>}
      {rows.length > 0 && (
        <ul aria-label={texts.list}>
          {rows.map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </ul>
      )}
      {notes.hasNextPage && (
        <Button isBusy={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </DrawerSection>
  );
};
