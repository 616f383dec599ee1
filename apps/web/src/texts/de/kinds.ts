import type { AllTexts, Kinds } from "../all-texts";

/** The words of each kind of subject in the history. */
export const kinds: Kinds = {
  pet: {
    many: "Tiere",
    verbs: {
      create: "erfasste",
      update: "änderte",
      delete: "löschte",
      restore: "widerrief die Löschung von",
    },
    actions: {
      create: "Tier erfasst",
      update: "Tier geändert",
      delete: "Tier gelöscht",
      restore: "Tier wiederhergestellt",
    },
  },
  category: {
    many: "Kategorien",
    verbs: {
      create: "erstellte die Kategorie",
      update: "änderte den Namen der Kategorie",
      delete: "löschte die Kategorie",
      merge: "vereinte die Kategorie",
    },
    actions: {
      create: "Kategorie erstellt",
      update: "Kategorie umbenannt",
      delete: "Kategorie gelöscht",
      merge: "Kategorien vereint",
    },
  },
  order: {
    many: "Bestellungen",
    verbs: {
      create: "erfasste",
      update: "änderte",
    },
    actions: {
      create: "Bestellung erfasst",
      update: "Bestellung geändert",
    },
  },
  catalogue: {
    many: "Importe",
    verbs: {
      import: "importierte",
    },
    actions: {
      import: "Import",
    },
  },
  attribute: {
    many: "Felder",
    verbs: {
      create: "erstellte das Feld",
      update: "änderte das Feld",
      delete: "löschte das Feld",
      restore: "widerrief die Löschung des Felds",
    },
    actions: {
      create: "Feld erstellt",
      update: "Feld geändert",
      delete: "Feld gelöscht",
      restore: "Feld wiederhergestellt",
    },
  },
  profile: {
    many: "Angaben zu Tieren",
    verbs: {
      update: "änderte die Angaben zu",
      delete: "löschte die Angaben zu",
    },
    actions: {
      update: "Angaben geändert",
      delete: "Angaben gelöscht",
    },
  },
  photo: {
    many: "Fotos von Tieren",
    verbs: {
      create: "ergänzte ein Foto von",
      update: "änderte ein Foto von",
      delete: "löschte ein Foto von",
      restore: "widerrief die Löschung eines Fotos von",
      erase: "löschte endgültig ein Foto von",
    },
    actions: {
      create: "Foto hinzugefügt",
      update: "Foto geändert",
      delete: "Foto gelöscht",
      restore: "Foto wiederhergestellt",
      erase: "Foto endgültig gelöscht",
    },
  },
  note: {
    many: "Notizen",
    verbs: {
      create: "schrieb die Notiz",
      update: "änderte die Notiz",
      delete: "löschte die Notiz",
      restore: "widerrief die Löschung der Notiz",
    },
    actions: {
      create: "Notiz hinzugefügt",
      update: "Notiz geändert",
      delete: "Notiz gelöscht",
      restore: "Notiz wiederhergestellt",
    },
  },
  store: {
    many: "Einstellungen des Betriebs",
    verbs: {
      update: "änderte",
    },
    actions: {
      update: "Einstellungen des Betriebs geändert",
    },
  },
  api_key: {
    many: "Schlüssel",
    verbs: {
      create: "erstellte den Schlüssel",
      rotate: "erneuerte den Schlüssel",
      revoke: "widerrief den Schlüssel",
    },
    actions: {
      create: "Schlüssel erstellt",
      rotate: "Schlüssel erneuert",
      revoke: "Schlüssel widerrufen",
    },
  },
  account: {
    many: "Konten",
    verbs: {
      create: "erstellte das Konto",
      update: "änderte das Konto",
      disable: "sperrte das Konto",
      enable: "entsperrte das Konto",
      invite: "erstellte eine Einladung für",
      set_password: "setzte das Passwort von",
      enable_second_factor: "aktivierte den zweiten Faktor von",
      disable_second_factor: "deaktivierte den zweiten Faktor von",
      renew_recovery_codes: "erstellte neue Wiederherstellungscodes für",
      add_passkey: "ergänzte einen Passkey für",
      rename_passkey: "benannte einen Passkey um von",
      remove_passkey: "entfernte einen Passkey von",
      sign_in: "begann eine Sitzung als",
      sign_in_failed: "scheiterte bei der Anmeldung als",
      sign_out: "beendete die Sitzung als",
      revoke_sessions: "beendete Sitzungen von",
      change_password_failed: "nannte ein falsches aktuelles Passwort für",
      reauthenticate_failed: "scheiterte beim Identitätsnachweis für",
    },
    actions: {
      create: "Konto erstellt",
      update: "Konto geändert",
      disable: "Konto gesperrt",
      enable: "Konto entsperrt",
      invite: "Einladung erstellt",
      set_password: "Passwort gesetzt",
      enable_second_factor: "Zweiter Faktor aktiviert",
      disable_second_factor: "Zweiter Faktor deaktiviert",
      renew_recovery_codes: "Neue Wiederherstellungscodes",
      add_passkey: "Passkey hinzugefügt",
      rename_passkey: "Passkey umbenannt",
      remove_passkey: "Passkey entfernt",
      sign_in: "Angemeldet",
      sign_in_failed: "Anmeldung fehlgeschlagen",
      sign_out: "Abgemeldet",
      revoke_sessions: "Sitzungen beendet",
      change_password_failed: "Passwortänderung fehlgeschlagen",
      reauthenticate_failed: "Identitätsnachweis fehlgeschlagen",
    },
  },
  webhook_endpoint: {
    many: "Webhooks",
    verbs: {
      create: "erstellte den Webhook",
      update: "änderte den Webhook",
      delete: "löschte den Webhook",
      rotate_secret: "erneuerte den Signaturschlüssel des Webhooks",
      test: "testete den Webhook",
      redeliver: "sendete ein Ereignis erneut an den Webhook",
      replay: "sendete Ereignisse erneut an den Webhook",
      disable: "deaktivierte nach Fehlern den Webhook",
    },
    actions: {
      create: "Webhook erstellt",
      update: "Webhook geändert",
      delete: "Webhook gelöscht",
      rotate_secret: "Signaturschlüssel erneuert",
      test: "Webhook getestet",
      redeliver: "Ereignis erneut gesendet",
      replay: "Ereignisse erneut gesendet",
      disable: "Webhook deaktiviert",
    },
  },
  customer: {
    many: "Kundendaten",
    verbs: {
      create: "erfasste Kundendaten Nr.",
      update: "änderte Kundendaten Nr.",
      delete: "löschte Kundendaten Nr.",
      merge: "vereinte Kundendaten Nr.",
      export: "exportierte Kundendaten Nr.",
    },
    actions: {
      create: "Kundendaten erfasst",
      update: "Kundendaten geändert",
      delete: "Kundendaten gelöscht",
      merge: "Kundendaten vereint",
      export: "Kundendaten exportiert",
    },
  },
  action: {
    many: "Rückgängigmachen",
    verbs: {
      undo: "startete das Rückgängigmachen von",
      stop_undo: "stoppte das Rückgängigmachen von",
    },
    actions: {
      undo: "Rückgängigmachen gestartet",
      stop_undo: "Rückgängigmachen gestoppt",
    },
  },
  audit_trail: {
    many: "Das Protokoll selbst",
    verbs: {
      prune: "kürzte das Protokoll um",
    },
    actions: {
      prune: "Protokoll gekürzt",
    },
  },
  job: {
    many: "Vorgang",
    verbs: {
      resume: "setzte fort:",
      drop: "verwarf:",
    },
    actions: {
      resume: "Vorgang fortgesetzt",
      drop: "Vorgang verworfen",
    },
  },
  setting: {
    many: "Einstellungen",
    verbs: {
      forget: "ließ den Dienst die Einstellung vergessen:",
    },
    actions: {
      forget: "Einstellung vergessen",
    },
  },
};

/** The texts of each resource that has the usual page, by its kind. */
export const resources: AllTexts["resources"] = {};
