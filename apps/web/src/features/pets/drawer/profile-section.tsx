import type { Attribute } from "@petstore/contract/client";
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AttributeValue } from "../../../components/attribute-value";
import { Button } from "../../../components/button";
import { Data, ValueText } from "../../../components/data";
import { LoadError, SkeletonRows } from "../../../components/states";
import { showAttribute } from "../../../lib/pets/attribute-types";
import { profileErrors } from "../../../lib/service/field-errors";
import { t } from "../../../texts";
import { DrawerSection } from "../../../components/drawer-section";
import { externalIdField, fieldsFor, typedIn } from "./profile-edits";
import { grouped, isWide, ProfileForm } from "./profile-form";
import type { ProfileEditor } from "./use-profile-editor";

const texts = t.attributes.details;

/** The path of the profile in the request of a Save. */
export const savedProfile = "body.0.profile.to";

type ValuesProps = {
  readonly editor: ProfileEditor;
  readonly fields: readonly Attribute[];
  readonly hasLeft: boolean;
  readonly onEdit: (name: string) => void;
};

/** Shows the known values and the names of the missing ones. A click edits the field. */
const Values = ({ editor: { now }, fields, hasLeft, onEdit }: ValuesProps) => {
  const isKnown = ({ name }: Attribute) => now[name] !== undefined && now[name] !== null;
  const known = fields.filter(isKnown);
  const missing = fields.filter((one) => !isKnown(one));
  return (
    <>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-2 empty:hidden min-[26rem]:grid-cols-2">
        {grouped(known).map((one) => (
          <div key={one.name} className={isWide(one) ? "min-w-0 min-[26rem]:col-span-2" : "min-w-0"}>
            <dt className="text-sm wrap-anywhere text-muted">{one.label}</dt>
            <dd className="text-sm">
              <button
                type="button"
                title={texts.editField(one.label)}
                onClick={() => onEdit(one.name)}
                className="-mx-1 max-w-full rounded px-1 text-left wrap-anywhere whitespace-pre-wrap hover:bg-sunken pointer-coarse:min-h-11"
              >
                <AttributeValue one={one} value={now[one.name]} hasDay hasLeft={hasLeft} />
                <span className="sr-only"> {texts.editField(one.label)}</span>
              </button>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-1 text-sm text-muted">
          {texts.missing}
          {missing.map((one) => (
            <button
              key={one.name}
              type="button"
              onClick={() => onEdit(one.name)}
              className="min-h-6 rounded px-1 underline decoration-dotted underline-offset-4 hover:bg-sunken hover:text-text pointer-coarse:min-h-11"
            >
              <span className="sr-only">{texts.editField("")}</span>
              <Data>{one.label}</Data>
            </button>
          ))}
        </p>
      )}
    </>
  );
};

/** Says that somebody else has changed the details too. Typed values are never overwritten. */
const Meanwhile = ({ editor, fields }: Pick<ValuesProps, "editor" | "fields">) => {
  const { taken, clashes, now, asked } = editor;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked > 0) note.current?.scrollIntoView({ block: "center" });
  }, [asked]);
  if (taken.length + clashes.length === 0) return null;
  const lines = (names: readonly string[], text: (label: string, value: string) => string) =>
    fields
      .filter(({ name }) => names.includes(name))
      .map((one) => <p key={one.name}>{text(one.label, showAttribute(one, now[one.name]).text)}</p>);
  return (
    <div
      ref={note}
      className="flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft"
    >
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className="font-medium">{texts.meanwhile}</p>
        {lines(taken, t.petDrawer.meanwhileTaken)}
        {lines(clashes, t.petDrawer.meanwhileClash)}
      </div>
      {clashes.length > 0 && (
        <span className="flex flex-wrap gap-2">
          <Button onClick={editor.keepMine}>{texts.keepMine}</Button>
          <Button onClick={editor.takeTheirs}>{t.petDrawer.takeTheirs}</Button>
        </span>
      )}
    </div>
  );
};

/** Shows values of fields that the category does not have. They can only be cleared. */
const Left = ({ editor, left }: { readonly editor: ProfileEditor; readonly left: readonly Attribute[] }) => {
  if (left.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 rounded-md bg-sunken px-3 py-2">
      <p className="text-sm font-medium">{texts.leftTitle}</p>
      <ul className="flex flex-col">
        {left.map((one) => {
          const isCleared = editor.draft?.changes[one.name] !== undefined;
          return (
            <li key={one.name} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="min-w-0 flex-1 basis-40">
                <span className="mr-1.5 text-muted">{one.label}</span>
                <ValueText
                  value={showAttribute(one, editor.now[one.name])}
                  className={isCleared ? "wrap-anywhere line-through" : "wrap-anywhere"}
                />
                <span className="block text-muted">
                  {isCleared ? texts.willClear : one.isArchived ? texts.leftArchived : texts.leftCategory}
                </span>
              </span>
              {isCleared ? (
                <Button onClick={() => editor.change(one, typedIn(one, undefined, editor.now))}>{texts.keep}</Button>
              ) : (
                <Button aria-label={texts.clear(one.label)} onClick={() => editor.change(one, "")}>
                  {t.common.clear}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};

type ProfileSectionProps = {
  readonly editor: ProfileEditor;
  /** The category in the draft, whose fields show before it is saved. */
  readonly categoryId: number;
  /** Whether the animal is sold. */
  readonly hasLeft: boolean;
  readonly onSubmit: () => void;
  /** The failure of the drawer's Save. */
  readonly error: unknown;
};

/** The details of an animal in addition to its name, category and status. */
export const ProfileSection = ({ editor, categoryId, hasLeft, onSubmit, error }: ProfileSectionProps) => {
  const { profile, attributes, draft, now } = editor;
  const [opened, setOpened] = useState<string>();
  if (profile.data === undefined || attributes.data === undefined) {
    return (
      <DrawerSection title={texts.title}>
        <LoadError query={profile.error === null ? attributes : profile} isInline />
        {profile.error === null && attributes.error === null && <SkeletonRows count={3} className="h-9" />}
      </DrawerSection>
    );
  }
  const { fields, left } = fieldsFor(attributes.data, categoryId, now);
  const isEditing = opened !== undefined || draft !== undefined;
  const [first = externalIdField] = fields;
  return (
    <DrawerSection
      title={texts.title}
      links={
        isEditing ? (
          draft === undefined && (
            <Button variant="quiet" className="-my-1.5" onClick={() => setOpened(undefined)}>
              {t.common.done}
            </Button>
          )
        ) : (
          <Button
            variant="quiet"
            className="-my-1.5"
            icon={<Pencil aria-hidden size={14} />}
            onClick={() => setOpened(first.name)}
          >
            {t.common.edit}
          </Button>
        )
      }
    >
      <LoadError query={profile} isInline />
      <div role="status" className="empty:hidden">
        {draft !== undefined && <Meanwhile editor={editor} fields={[...fields, ...left]} />}
      </div>
      {isEditing ? (
        <ProfileForm
          fields={fields}
          typed={(one) => typedIn(one, draft, now)}
          onChange={editor.change}
          error={error}
          errors={profileErrors(error, savedProfile)}
          focusOn={opened}
          onSubmit={onSubmit}
        />
      ) : (
        <Values editor={editor} fields={fields} hasLeft={hasLeft} onEdit={setOpened} />
      )}
      <Left editor={editor} left={left} />
    </DrawerSection>
  );
};
