import { common } from "../common";
import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const animals = (count: number) => plural(count, "animal", "animaux");
const rows = (count: number) => plural(count, "Ligne", "lignes");
const fields = (count: number) => plural(count, "champ", "champs");

export const importing: AllTexts["importing"] = {
  description: "Ajoutez des animaux depuis un tableur : un classeur, un fichier CSV ou des lignes copiées.",
  template: "Télécharger un modèle",
  templateName: "animaux.csv",
  notAllowed: "Seuls les responsables et propriétaires peuvent importer des animaux.",
  drop: "Déposez ici un fichier .xlsx ou CSV",
  choose: "Choisir un fichier",
  limits:
    "Une ligne nomme les colonnes ; un titre peut la précéder. 16 Mio et 300 000 lignes au plus. Rien n’est ajouté avant que vous l’ayez vu.",
  paste: {
    title: "Ou collez des lignes",
    label: "Lignes d’une feuille, avec les noms des colonnes",
    help: "Copiez-les dans votre tableur. En dehors de ce champ, Ctrl+V (sur Mac, Cmd+V) les lit aussitôt.",
    read: "Lire ces lignes",
    name: (moment) => `Collage ${moment.slice(0, 16).replace("T", " ")}`,
  },
  reading: "Lecture du fichier…",
  problems: {
    "too-large": "Le fichier dépasse 16 Mio. Divisez-le, ou retirez les colonnes qui ne sont pas importées.",
    "too-wide":
      "Le fichier a plus de 1 000 colonnes. Une cellule loin à droite contient peut-être quelque chose : effacez ce qui est à droite du tableau, ou retirez les colonnes qui ne sont pas importées.",
    encoding:
      "Le fichier n’est pas un texte UTF-8. Ceux d’anciens programmes sont souvent en Windows-1252 : lisez-le ainsi, et vérifiez que les noms sont justes.",
    picture:
      "C’est une image, pas un fichier CSV. Choisissez le fichier que votre tableur a enregistré en « CSV UTF-8 ».",
    pdf: "C’est un PDF, pas un fichier CSV. Ouvrez le tableau dont il provient, et enregistrez-le en « CSV UTF-8 ».",
    binary:
      "Ce n’est pas un fichier texte. Dans votre tableur, enregistrez le tableau en .xlsx ou « CSV UTF-8 » et choisissez ce fichier.",
    "old-workbook":
      "C’est une feuille de calcul d’un ancien format, ou protégée par un mot de passe. Enregistrez-la en .xlsx sans mot de passe et choisissez ce fichier.",
    workbook:
      "Ce n’est pas un fichier .xlsx, ou il est endommagé. Dans votre tableur, enregistrez-le en .xlsx ou « CSV UTF-8 » et choisissez ce fichier.",
    "workbook-too-large":
      "La feuille dépasse 16 Mio ou 300 000 lignes, ou le fichier est si comprimé qu’il pourrait être malveillant. Enregistrez la feuille en « CSV UTF-8 », ou divisez-la.",
    "no-reader":
      "Le lecteur de classeurs n’a pas pu être chargé. Vérifiez votre connexion et choisissez le fichier à nouveau.",
    empty: "Il n’y a aucune ligne sous celle qui nomme les colonnes.",
    "line-too-long": "Une ligne du fichier dépasse 1 Mio. Il manque peut-être un guillemet fermant.",
    "no-header-line": "Cette ligne ne contient pas de noms de colonnes. Choisissez la ligne qui nomme les colonnes.",
    "no-sheet": "Le classeur n’a plus cette feuille. Choisissez le fichier à nouveau.",
    unreadable:
      "Le navigateur n’a pas pu lire le fichier. Il a peut-être été déplacé ou modifié : choisissez-le à nouveau.",
  },
  readAsWindows: "Lire en Windows-1252",
  otherFile: "Choisir un autre fichier",
  file: "Fichier",
  fileSummary: (count, size) => `${rows(count)}, ${size}`,
  kilobytes: (size) => `${size} ko`,
  sheet: "Feuille",
  headerLine: "Noms des colonnes à la ligne",
  hiddenRows: (count, isLeftOut) =>
    `Lignes masquées dans cette feuille : ${formatNumber(count)}. ${isLeftOut ? "Elles sont laissées de côté." : "Elles seraient importées aussi."}`,
  skipHiddenRows: "Laisser de côté les lignes masquées",
  hiddenSheets: (names) => `Le classeur a aussi des feuilles masquées : ${names.join(", ")}.`,
  delimiter: "Séparateur",
  delimiters: { ",": "Virgule", ";": "Point-virgule", "\t": "Tabulation", "|": "Barre verticale" },
  encoding: "Encodage",
  encodings: { "utf-8": "UTF-8", "windows-1252": "Windows-1252", "utf-16le": "UTF-16", "utf-16be": "UTF-16" },
  columns: "Colonnes",
  columnsHelp: "Chaque colonne du fichier, avec quelques valeurs, et où elle va. Vérifiez ce qui a été reconnu.",
  leaveOut: "Laisser de côté",
  newField: "Nouveau champ…",
  leftOut: (count) => `Laissées de côté (${formatNumber(count)})`,
  findColumn: "Chercher une colonne",
  noColumnFound: "Aucune colonne ne porte ce nom.",
  moreColumns: (count) => `Afficher plus (${formatNumber(count)})`,
  noValues: "Aucune valeur",
  reasons: {
    word: "Reconnue au nom de la colonne.",
    values: "Reconnue aux valeurs de la colonne.",
    product: (product) => `C’est son nom chez ${product}.`,
  },
  chosenTwice: (field, others) =>
    `« ${field} » est aussi choisi pour ${others.map((other) => `« ${other} »`).join(", ")}. Choisissez-le une seule fois.`,
  noStatus: () => `Aucune colonne ne va au statut : tous les animaux ont « ${common.status.available} ».`,
  automatic: "Selon la colonne",
  dates: "Dates dans le fichier",
  dateOrders: {
    dmy: "Jour, mois, année (24/12/2023)",
    mdy: "Mois, jour, année (12/24/2023)",
    ymd: "Année, mois, jour (2023-12-24)",
  },
  decimal: "Nombres dans le fichier",
  decimals: { ".": "Point décimal (1,250.50)", ",": "Virgule décimale (1.250,50)" },
  remembered: "Comme la dernière fois, pour un fichier avec ces colonnes.",
  recognised: (product) =>
    `Ce sont les colonnes de ${product} : ce que l’on en connaît est rempli. Vérifiez que c’est juste.`,
  fallbackName: "Si le nom est vide, prendre",
  categoryHelp: "Une catégorie qui n’existe pas encore est ajoutée.",
  noColumn: "Aucune colonne",
  update: "Modifier les animaux qui ont ces numéros externes, au lieu de signaler leurs lignes comme problèmes",
  values: {
    summary: (count, unknown, hasMore) => {
      const all = `${hasMore ? "Plus de " : ""}${plural(count, "valeur", "valeurs")}`;
      return unknown === 0
        ? all
        : `${all}, dont ${plural(unknown, "inconnue", "inconnues")} ici : choisissez quoi en faire`;
    },
    rows,
    empty: "(vide)",
    label: (value) => `Ce que signifie « ${value} »`,
    choose: "Choisir…",
    asWritten: "Comme c’est écrit",
    guessed: (meaning) => `${meaning} (reconnu)`,
    leaveEmpty: "Laisser vide",
    addOption: (value) => `Ajouter « ${value} » comme option`,
    several: "Plusieurs champs…",
    more: (count) => `Afficher ${plural(count, "autre valeur", "autres valeurs")}`,
    hasMore: "Le fichier a plus de valeurs que celles-ci. Elles sont lues comme elles sont écrites.",
    tooManyStatuses:
      "Cette colonne a plus de 100 valeurs différentes, c’est beaucoup pour un statut. Toutes deviennent :",
    unknown: (count, column) =>
      `${plural(count, "valeur", "valeurs")} de « ${column} » ${count < 2 ? "est inconnue" : "sont inconnues"} ici.`,
    show: "Dire ce qu’elles signifient",
  },
  defineAndCheck: (count, options) => {
    const added = [
      ...(count === 0 ? [] : [fields(count)]),
      ...(options === 0 ? [] : [plural(options, "option", "options")]),
    ];
    return added.length === 0 ? "Vérifier le fichier" : `Ajouter ${added.join(" et ")} et vérifier le fichier`;
  },
  checkAgain: "Vérifier à nouveau",
  checking: "Vérification de chaque ligne…",
  missing: {
    name: "Dites quelle colonne contient les noms.",
    category: "Dites quelle colonne contient les catégories.",
    twice: (field, columns) =>
      `« ${field} » est choisi pour ${columns.map((column) => `« ${column} »`).join(" et ")}. Choisissez-le une seule fois.`,
    status: (values, more) =>
      `Choisissez un statut pour ${values.map((value) => `« ${value} »`).join(", ")}${more > 0 ? ` et ${plural(more, "autre", "autres")}` : ""}.`,
  },
  importedBefore: (name, count) => `Un fichier nommé « ${name} » a déjà été importé : ${animals(count)}, `,
  importedBy: (person) => `par ${person}.`,
  importedAgain: "Si c’est le même fichier, ses animaux seraient en double dans le magasin.",
  checkHelp: "Vérifie toutes les lignes et montre ce qui serait ajouté. Rien n’est encore ajouté.",
  result: "Ce qui serait ajouté",
  counts: {
    good: "Animaux à ajouter",
    updated: "Animaux à modifier",
    bad: "Lignes avec un problème",
    categories: "Nouvelles catégories",
  },
  changes: {
    title: "Ce qui changerait",
    none: "Toutes les valeurs de ces animaux sont déjà enregistrées : rien ne changerait.",
    count: (values, pets) =>
      `${plural(values, "valeur", "valeurs")} de ${plural(pets, "animal", "animaux")} ${values === 1 ? "changerait" : "changeraient"}.`,
    field: "Champ",
    before: "Maintenant",
    after: "Après l’import",
    more: (count) => `et ${plural(count, "autre valeur", "autres valeurs")}`,
  },
  newFields: {
    label: "Libellé",
    name: "Nom pour les programmes",
    of: (column) => `Le champ pour ${column}`,
    added: (count) => plural(count, "champ ajouté", "champs ajoutés"),
    undone: (count) => plural(count, "champ supprimé", "champs supprimés"),
    type: "Type de valeur",
    reason: (options, values, count) =>
      `${options}. Un choix, parce que ${rows(count)} n’ont que ${plural(values, "valeur", "valeurs")}. Si d’autres fichiers peuvent en avoir d’autres, prenez un texte.`,
    optionsAdded: (count) => plural(count, "option ajoutée", "options ajoutées"),
    optionsUndone: (count) => plural(count, "option retirée", "options retirées"),
  },
  savedMapping: {
    save: "Enregistrer ces choix",
    help: "Un fichier JSON pour la ligne de commande, qui lira de même le prochain fichier avec ces colonnes.",
    file: (name) => `${name}-correspondance.json`,
  },
  preview: "Les premiers animaux, tels qu’ils seraient",
  previewLine: "Ligne",
  newCategory: "nouvelle",
  problemsTitle: "Lignes avec un problème",
  problemRows: rows,
  listedOnly: (count) =>
    `Il contient seulement les ${plural(count, "première ligne", "premières lignes")} avec un problème.`,
  download: "Télécharger ces lignes",
  downloadHelp:
    "Un fichier CSV avec chaque ligne, son numéro et son problème : corrigez-y les lignes et importez-les plus tard.",
  problemsFile: (name) => `${name}-problemes.csv`,
  skipBad: (count) => `Ignorer ${count < 2 ? "la ligne" : `les ${rows(count)}`} avec un problème, et ajouter le reste`,
  nothingGood:
    "Aucune ligne ne peut être importée. Voyez les problèmes ci-dessous : une colonne est peut-être mal choisie.",
  start: (count, updated) => {
    if (updated === 0) return `Ajouter ${animals(count)}`;
    if (count === 0) return `Modifier ${animals(updated)}`;
    return `Ajouter ${animals(count)} et en modifier ${formatNumber(updated)}`;
  },
  adding: (count, updated) => {
    if (updated === 0) return `Ajout de ${animals(count)}…`;
    if (count === 0) return `Modification de ${animals(updated)}…`;
    return `Ajout de ${animals(count)} et modification de ${formatNumber(updated)}…`;
  },
  addingHelp: "C’est tout ou rien. Vous pouvez quitter cette page ; une notification vous préviendra à la fin.",
  waiting: "Une autre importation est en cours. Celle-ci commencera automatiquement dès qu’elle sera terminée.",
  stopWaiting: "Ne plus attendre",
  done: (count, updated) => {
    const added = plural(count, "animal ajouté", "animaux ajoutés");
    if (updated === 0) return added;
    if (count === 0) return plural(updated, "animal modifié", "animaux modifiés");
    return `${added} et ${plural(updated, "modifié", "modifiés")}`;
  },
  doneDetail: (bad, categories) =>
    `${bad === 0 ? "Aucune ligne ignorée" : plural(bad, "ligne ignorée", "lignes ignorées")} ; ${plural(categories, "nouvelle catégorie", "nouvelles catégories")}.`,
  showAnimals: "Afficher les animaux",
  showHistory: "Voir dans Historique",
  again: "Importer un autre fichier",
  tooLargeToSend: "Le fichier devient trop gros à l’envoi : divisez-le en deux et importez l’un après l’autre.",
};
