import type { AllTexts } from "../all-texts";

export const passkeys: AllTexts["passkeys"] = {
  title: "Clés d’accès",
  detail:
    "Connectez-vous avec une empreinte, votre visage, le verrouillage de cet appareil ou une clé de sécurité. Une clé d’accès ne peut être ni devinée ni livrée à une fausse page.",
  none: "Vous n’avez pas encore de clé d’accès",
  add: "Ajouter une clé d’accès",
  addDetail: "Votre navigateur vous demandera ensuite de déverrouiller l’appareil ou de toucher la clé de sécurité.",
  added: (name) => `Clé d’accès ajoutée : ${name}`,
  name: "Nom",
  nameHelp: "Pour la distinguer des autres, par exemple l’appareil qui la contient.",
  addedAt: "Ajoutée",
  usedAt: "utilisée",
  neverUsed: "pas encore utilisée",
  renameOf: (name) => `Renommer ${name}`,
  renamed: (name) => `La clé d’accès s’appelle maintenant ${name}`,
  removeOf: (name) => `Retirer ${name}`,
  removeTitle: (name) => `Retirer la clé d’accès ${name} ?`,
  removeDetail:
    "Elle ne vous connectera plus. Supprimez-la aussi sur l’appareil, ou dans le gestionnaire de mots de passe qui la contient.",
  removed: (name) => `Clé d’accès retirée : ${name}`,
  use: "Se connecter avec une clé d’accès",
  confirm: "Utiliser une clé d’accès",
  needsName: "Les navigateurs n’acceptent pas de clé d’accès à une adresse numérique. Ouvrez le magasin par son nom.",
  needsLocalhost:
    "Les navigateurs n’acceptent pas de clé d’accès à une adresse numérique. Ouvrez plutôt cette page sur localhost.",
  openLocalhost: "Ouvrir sur localhost",
  unsupported: "Ce navigateur n’a pas de clés d’accès ici. Il faut HTTPS, et un navigateur de ces dernières années.",
  exists: "Cet appareil a déjà une clé d’accès pour votre compte.",
  wrongAddress: (name) => `Les clés d’accès de ce magasin ne fonctionnent qu’à l’adresse ${name}.`,
  refused:
    "Aucune clé d’accès n’a été utilisée : annulation, délai dépassé, ou aucune sur cet appareil pour le magasin.",
  failed: "Le navigateur n’a pas pu utiliser de clé d’accès. Réessayez, ou connectez-vous avec votre mot de passe.",
  notKnown: "Le magasin ne connaît pas cette clé d’accès. Utilisez-en une autre, ou votre mot de passe.",
};
