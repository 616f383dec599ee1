/** The words of each kind of subject in the history. */
export const kinds = {
  pet: {
    many: "Animals",
    verbs: {
      create: "added",
      update: "changed",
      delete: "deleted",
      restore: "brought back",
    },
    actions: {
      create: "Animal added",
      update: "Animal changed",
      delete: "Animal deleted",
      restore: "Animal brought back",
    },
  },
  category: {
    many: "Categories",
    verbs: {
      create: "added the category",
      update: "renamed the category",
      delete: "deleted the category",
      merge: "merged the category",
    },
    actions: {
      create: "Category added",
      update: "Category renamed",
      delete: "Category deleted",
      merge: "Category merged",
    },
  },
  order: {
    many: "Orders",
    verbs: {
      create: "placed",
      update: "moved",
    },
    actions: {
      create: "Order placed",
      update: "Order changed",
    },
  },
  catalogue: {
    many: "Imports",
    verbs: {
      import: "imported",
    },
    actions: {
      import: "Import",
    },
  },
  attribute: {
    many: "Fields",
    verbs: {
      create: "added the field",
      update: "changed the field",
      delete: "deleted the field",
      restore: "brought back the field",
    },
    actions: {
      create: "Field added",
      update: "Field changed",
      delete: "Field deleted",
      restore: "Field brought back",
    },
  },
  profile: {
    many: "Details of animals",
    verbs: {
      update: "changed the details of",
      delete: "deleted the details of",
    },
    actions: {
      update: "Details changed",
      delete: "Details deleted",
    },
  },
  photo: {
    many: "Photos of animals",
    verbs: {
      create: "added a photo to",
      update: "changed a photo of",
      delete: "deleted a photo of",
      restore: "brought back a photo of",
      erase: "erased a photo of",
    },
    actions: {
      create: "Photo added",
      update: "Photo changed",
      delete: "Photo deleted",
      restore: "Photo brought back",
      erase: "Photo erased",
    },
  },
  note: {
    many: "Notes",
    verbs: {
      create: "added the note",
      update: "changed the note",
      delete: "deleted the note",
      restore: "brought back the note",
    },
    actions: {
      create: "Note added",
      update: "Note changed",
      delete: "Note deleted",
      restore: "Note brought back",
    },
  },
  store: {
    many: "Settings of the store",
    verbs: {
      update: "changed",
    },
    actions: {
      update: "Settings of the store changed",
    },
  },
  api_key: {
    many: "Keys",
    verbs: {
      create: "made the key",
      rotate: "rotated the key",
      revoke: "revoked the key",
    },
    actions: {
      create: "Key made",
      rotate: "Key rotated",
      revoke: "Key revoked",
    },
  },
  account: {
    many: "Accounts",
    verbs: {
      create: "made the account",
      update: "changed the account",
      disable: "disabled the account",
      enable: "enabled the account",
      invite: "invited",
      set_password: "set the password of",
      enable_second_factor: "turned on the second factor of",
      disable_second_factor: "turned off the second factor of",
      renew_recovery_codes: "made new recovery codes for",
      add_passkey: "added a passkey to",
      rename_passkey: "renamed a passkey of",
      remove_passkey: "removed a passkey of",
      sign_in: "signed in as",
      sign_in_failed: "could not sign in as",
      sign_out: "signed out as",
      revoke_sessions: "ended sessions of",
      change_password_failed: "gave a wrong current password for",
      reauthenticate_failed: "gave a wrong password or passkey for",
    },
    actions: {
      create: "Account made",
      update: "Account changed",
      disable: "Account disabled",
      enable: "Account enabled",
      invite: "Invitation made",
      set_password: "Password set",
      enable_second_factor: "Second factor on",
      disable_second_factor: "Second factor off",
      renew_recovery_codes: "New recovery codes",
      add_passkey: "Passkey added",
      rename_passkey: "Passkey renamed",
      remove_passkey: "Passkey removed",
      sign_in: "Signed in",
      sign_in_failed: "Sign-in failed",
      sign_out: "Signed out",
      revoke_sessions: "Sessions ended",
      change_password_failed: "Password change failed",
      reauthenticate_failed: "Proof of identity failed",
    },
  },
  webhook_endpoint: {
    many: "Webhooks",
    verbs: {
      create: "made the webhook",
      update: "changed the webhook",
      delete: "deleted the webhook",
      rotate_secret: "rotated the secret of the webhook",
      test: "tested the webhook",
      redeliver: "sent an event again to the webhook",
      replay: "sent events again to the webhook",
      disable: "gave up on the webhook",
    },
    actions: {
      create: "Webhook made",
      update: "Webhook changed",
      delete: "Webhook deleted",
      rotate_secret: "Secret of a webhook rotated",
      test: "Webhook tested",
      redeliver: "Event sent again",
      replay: "Events sent again",
      disable: "Webhook given up",
    },
  },
  customer: {
    many: "Customers",
    verbs: {
      create: "added the customer",
      update: "changed the customer",
      delete: "deleted the customer",
      merge: "merged the customer",
      export: "exported everything that the store knows about",
    },
    actions: {
      create: "Customer added",
      update: "Customer changed",
      delete: "Customer deleted",
      merge: "Customers merged",
      export: "Customer exported",
    },
  },
  action: {
    many: "Undos",
    verbs: {
      undo: "started to undo",
      stop_undo: "stopped the undo of",
    },
    actions: {
      undo: "Undo started",
      stop_undo: "Undo stopped",
    },
  },
  audit_trail: {
    many: "The record itself",
    verbs: {
      prune: "deleted from the record",
    },
    actions: {
      prune: "Record shortened",
    },
  },
  job: {
    many: "Job",
    verbs: {
      resume: "resumed the job",
      drop: "dropped the job",
    },
    actions: {
      resume: "Job resumed",
      drop: "Job dropped",
    },
  },
  setting: {
    many: "Settings",
    verbs: {
      forget: "made the service forget the setting",
    },
    actions: {
      forget: "Setting forgotten",
    },
  },
};

/** The texts of the usual page of a resource. */
export type ResourceTexts = {
  readonly title: string;
  readonly description: string;
  readonly new: string;
  readonly empty: string;
  readonly emptyDetail: string;
  /** The labels of its fields, by their names. */
  readonly fields: Readonly<Record<string, string>>;
};

/** The texts of each resource that has the usual page, by its kind. */
export const resources = {} satisfies Readonly<Record<string, ResourceTexts>>;
