import type { AllTexts, Kinds } from "../all-texts";

/** The words of each kind of subject in the history. */
export const kinds: Kinds = {
  pet: {
    many: "Animaux",
    verbs: {
      create: "a ajouté",
      update: "a modifié",
      delete: "a supprimé",
      restore: "a restauré",
    },
    actions: {
      create: "Animal ajouté",
      update: "Animal modifié",
      delete: "Animal supprimé",
      restore: "Animal restauré",
    },
  },
  category: {
    many: "Catégories",
    verbs: {
      create: "a ajouté la catégorie",
      update: "a renommé la catégorie",
      delete: "a supprimé la catégorie",
      merge: "a fusionné la catégorie",
    },
    actions: {
      create: "Catégorie ajoutée",
      update: "Catégorie renommée",
      delete: "Catégorie supprimée",
      merge: "Catégorie fusionnée",
    },
  },
  order: {
    many: "Commandes",
    verbs: {
      create: "a créé",
      update: "a mis à jour",
    },
    actions: {
      create: "Commande créée",
      update: "Commande mise à jour",
    },
  },
  catalogue: {
    many: "Importations",
    verbs: {
      import: "a importé",
    },
    actions: {
      import: "Importation",
    },
  },
  attribute: {
    many: "Champs",
    verbs: {
      create: "a ajouté le champ",
      update: "a modifié le champ",
      delete: "a supprimé le champ",
      restore: "a restauré le champ",
    },
    actions: {
      create: "Champ ajouté",
      update: "Champ modifié",
      delete: "Champ supprimé",
      restore: "Champ restauré",
    },
  },
  profile: {
    many: "Détails des animaux",
    verbs: {
      update: "a modifié les détails de",
      delete: "a supprimé les détails de",
    },
    actions: {
      update: "Détails modifiés",
      delete: "Détails supprimés",
    },
  },
  photo: {
    many: "Photos des animaux",
    verbs: {
      create: "a ajouté une photo à",
      update: "a modifié une photo de",
      delete: "a supprimé une photo de",
      restore: "a restauré une photo de",
      erase: "a effacé une photo de",
    },
    actions: {
      create: "Photo ajoutée",
      update: "Photo modifiée",
      delete: "Photo supprimée",
      restore: "Photo restaurée",
      erase: "Photo effacée",
    },
  },
  note: {
    many: "Notes",
    verbs: {
      create: "a ajouté la note",
      update: "a modifié la note",
      delete: "a supprimé la note",
      restore: "a restauré la note",
    },
    actions: {
      create: "Note ajoutée",
      update: "Note modifiée",
      delete: "Note supprimée",
      restore: "Note restaurée",
    },
  },
  store: {
    many: "Réglages du magasin",
    verbs: {
      update: "a modifié",
    },
    actions: {
      update: "Réglages du magasin modifiés",
    },
  },
  api_key: {
    many: "Clés",
    verbs: {
      create: "a créé la clé",
      rotate: "a renouvelé la clé",
      revoke: "a révoqué la clé",
    },
    actions: {
      create: "Clé créée",
      rotate: "Clé renouvelée",
      revoke: "Clé révoquée",
    },
  },
  account: {
    many: "Comptes",
    verbs: {
      create: "a créé le compte",
      update: "a modifié le compte",
      disable: "a désactivé le compte",
      enable: "a réactivé le compte",
      invite: "a invité",
      set_password: "a défini le mot de passe du compte",
      enable_second_factor: "a activé le second facteur du compte",
      disable_second_factor: "a désactivé le second facteur du compte",
      renew_recovery_codes: "a créé de nouveaux codes de secours pour",
      add_passkey: "a ajouté une clé d’accès au compte",
      rename_passkey: "a renommé une clé d’accès du compte",
      remove_passkey: "a retiré une clé d’accès du compte",
      sign_in: "a ouvert une session avec",
      sign_in_failed: "n’a pas pu se connecter avec",
      sign_out: "a fermé la session du compte",
      revoke_sessions: "a déconnecté des sessions du compte",
      change_password_failed: "a donné un mot de passe actuel erroné pour",
      reauthenticate_failed: "a donné un mot de passe ou une clé d’accès erronés pour",
    },
    actions: {
      create: "Compte créé",
      update: "Compte modifié",
      disable: "Compte désactivé",
      enable: "Compte réactivé",
      invite: "Invitation créée",
      set_password: "Mot de passe défini",
      enable_second_factor: "Second facteur activé",
      disable_second_factor: "Second facteur désactivé",
      renew_recovery_codes: "Nouveaux codes de secours",
      add_passkey: "Clé d’accès ajoutée",
      rename_passkey: "Clé d’accès renommée",
      remove_passkey: "Clé d’accès retirée",
      sign_in: "Connexion",
      sign_in_failed: "Échec de connexion",
      sign_out: "Déconnexion",
      revoke_sessions: "Sessions déconnectées",
      change_password_failed: "Échec du changement de mot de passe",
      reauthenticate_failed: "Échec de la preuve d’identité",
    },
  },
  webhook_endpoint: {
    many: "Webhooks",
    verbs: {
      create: "a créé le webhook",
      update: "a modifié le webhook",
      delete: "a supprimé le webhook",
      rotate_secret: "a renouvelé le secret du webhook",
      test: "a testé le webhook",
      redeliver: "a renvoyé un événement au webhook",
      replay: "a renvoyé des événements au webhook",
      disable: "a renoncé au webhook",
    },
    actions: {
      create: "Webhook créé",
      update: "Webhook modifié",
      delete: "Webhook supprimé",
      rotate_secret: "Secret d’un webhook renouvelé",
      test: "Webhook testé",
      redeliver: "Événement renvoyé",
      replay: "Événements renvoyés",
      disable: "Webhook abandonné",
    },
  },
  customer: {
    many: "Clients",
    verbs: {
      create: "a ajouté le client",
      update: "a modifié le client",
      delete: "a supprimé le client",
      merge: "a fusionné le client",
      export: "a exporté les données du client",
    },
    actions: {
      create: "Client ajouté",
      update: "Client modifié",
      delete: "Client supprimé",
      merge: "Clients fusionnés",
      export: "Données de client exportées",
    },
  },
  action: {
    many: "Annulations",
    verbs: {
      undo: "a lancé l’annulation de",
      stop_undo: "a arrêté l’annulation de",
    },
    actions: {
      undo: "Annulation lancée",
      stop_undo: "Annulation arrêtée",
    },
  },
  audit_trail: {
    many: "L’historique lui-même",
    verbs: {
      prune: "a supprimé de l’historique",
    },
    actions: {
      prune: "Historique raccourci",
    },
  },
  job: {
    many: "Tâche",
    verbs: {
      resume: "a repris la tâche",
      drop: "a abandonné la tâche",
    },
    actions: {
      resume: "Tâche reprise",
      drop: "Tâche abandonnée",
    },
  },
  setting: {
    many: "Réglages",
    verbs: {
      forget: "a fait oublier au service le réglage",
    },
    actions: {
      forget: "Réglage oublié",
    },
  },
};

/** The texts of each resource that has the usual page, by its kind. */
export const resources: AllTexts["resources"] = {};
