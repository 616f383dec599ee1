import { common } from "../common";
import { formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";
import { animals } from "./words";

/** Writes "Añadir 3 animales", "Añadir 3 animales y modificar 2" or "Modificar 2 animales". */
const written = (add: string, change: string) => (count: number, updated: number) => {
  if (updated === 0) return `${add} ${animals(count)}`;
  if (count === 0) return `${change} ${animals(updated)}`;
  return `${add} ${animals(count)} y ${change.toLowerCase()} ${formatNumber(updated)}`;
};
const added = (count: number) => plural(count, "animal añadido", "animales añadidos");
const changed = (count: number) => plural(count, "animal modificado", "animales modificados");
const rows = (count: number) => plural(count, "fila", "filas");

export const importing: AllTexts["importing"] = {
  description: "Añade animales desde una hoja de cálculo: un libro, un archivo CSV o filas que copies.",
  template: "Descargar una plantilla",
  templateName: "animales.csv",
  notAllowed: "Solo gerentes y titulares pueden importar animales.",
  drop: "Suelta aquí un archivo .xlsx o CSV",
  choose: "Elegir un archivo",
  limits:
    "Una línea da nombre a las columnas; encima puede haber un título. Hasta 16\u00a0MiB y 300\u00a0000\u00a0filas. No se añade nada antes de que lo hayas visto.",
  paste: {
    title: "O pega filas",
    label: "Filas de una hoja, con los nombres de las columnas",
    help: "Cópialas en tu programa de hojas de cálculo. Fuera de este campo, Ctrl+V (en un Mac, Cmd+V) las lee directamente.",
    read: "Leer estas filas",
    name: (moment) => `Pegado ${moment.slice(0, 16).replace("T", " ")}`,
  },
  reading: "Leyendo el archivo…",
  problems: {
    "too-large": "El archivo supera los 16\u00a0MiB. Divídelo o quita columnas que no se importan.",
    "too-wide":
      "El archivo tiene más de 1000 columnas. Quizá haya algo en una celda muy a la derecha: borra lo que esté a la derecha de la tabla u omite las columnas que no se importan.",
    encoding:
      "El archivo no es texto UTF-8. Los archivos de programas antiguos suelen ser Windows-1252: léelo así y comprueba que los nombres sean correctos.",
    picture:
      "Esto es una imagen, no un archivo CSV. Elige el archivo que tu programa de hojas de cálculo guardó como «CSV UTF-8».",
    pdf: "Esto es un PDF, no un archivo CSV. Abre la hoja de cálculo de la que procede y guárdala como «CSV UTF-8».",
    binary:
      "Esto no es un archivo de texto. En tu programa de hojas de cálculo, guarda la tabla como .xlsx o «CSV UTF-8» y elige ese archivo.",
    "old-workbook":
      "Esta hoja de cálculo es de un formato antiguo o tiene contraseña. Guárdala como .xlsx sin contraseña y elige ese archivo.",
    workbook:
      "Esto no es un archivo .xlsx o está dañado. En tu programa de hojas de cálculo, guárdalo como .xlsx o «CSV UTF-8» y elige ese archivo.",
    "workbook-too-large":
      "La hoja supera los 16\u00a0MiB o las 300\u00a0000\u00a0filas, o el archivo está tan comprimido que podría ser malicioso. Guarda la hoja como «CSV UTF-8» o divídela.",
    "no-reader": "No se pudo cargar el lector de hojas de cálculo. Comprueba tu conexión y vuelve a elegir el archivo.",
    empty: "No hay filas debajo de la línea que da nombre a las columnas.",
    "line-too-long": "Una línea del archivo supera 1\u00a0MiB. Quizá falten unas comillas de cierre.",
    "no-header-line": "En esta línea no hay nombres de columnas. Elige la línea que da nombre a las columnas.",
    "no-sheet": "El libro ya no tiene esta hoja. Vuelve a elegir el archivo.",
    unreadable: "El navegador no pudo leer el archivo. Puede que se haya movido o modificado: vuelve a elegirlo.",
  },
  readAsWindows: "Leer como Windows-1252",
  otherFile: "Elegir otro archivo",
  file: "Archivo",
  fileSummary: (count, size) => `${rows(count)}, ${size}`,
  kilobytes: (size) => `${size}\u00a0kB`,
  sheet: "Hoja",
  headerLine: "Nombres de columnas en la línea",
  hiddenRows: (count, isLeftOut) =>
    `Filas ocultas en esta hoja: ${formatNumber(count)}. ${isLeftOut ? "No se importan." : "Se importarían también."}`,
  skipHiddenRows: "Omitir las filas ocultas",
  hiddenSheets: (names) => `El libro también tiene hojas ocultas: ${names.join(", ")}.`,
  delimiter: "Separador",
  delimiters: { ",": "Coma", ";": "Punto y coma", "\t": "Tabulador", "|": "Barra vertical" },
  encoding: "Codificación",
  encodings: { "utf-8": "UTF-8", "windows-1252": "Windows-1252", "utf-16le": "UTF-16", "utf-16be": "UTF-16" },
  columns: "Columnas",
  columnsHelp: "Cada columna del archivo, con algunos de sus valores, y adónde va. Comprueba lo que se ha reconocido.",
  leaveOut: "Omitir",
  newField: "Campo nuevo…",
  leftOut: (count) => `Omitidas (${formatNumber(count)})`,
  findColumn: "Buscar una columna",
  noColumnFound: "Ninguna columna se llama así.",
  moreColumns: (count) => `Mostrar más (${formatNumber(count)})`,
  noValues: "Sin valores",
  reasons: {
    word: "Reconocida por el nombre de la columna.",
    values: "Reconocida por los valores de la columna.",
    product: (product) => `Así se llama en ${product}.`,
  },
  chosenTwice: (field, others) =>
    `«${field}» también está elegido para ${others.map((other) => `«${other}»`).join(", ")}. Elígelo una sola vez.`,
  noStatus: () => `Ninguna columna va al estado, así que todos los animales quedan como «${common.status.available}».`,
  automatic: "Según muestre la columna",
  dates: "Fechas del archivo",
  dateOrders: {
    dmy: "Día, mes, año (24/12/2023)",
    mdy: "Mes, día, año (12/24/2023)",
    ymd: "Año, mes, día (2023-12-24)",
  },
  decimal: "Números del archivo",
  decimals: { ".": "Punto decimal (1,250.50)", ",": "Coma decimal (1.250,50)" },
  remembered: "Como lo elegiste la última vez para un archivo con estas columnas.",
  recognised: (product) =>
    `Las columnas son las de ${product}: lo que se sabe de ellas ya está completado. Comprueba que sea correcto.`,
  fallbackName: "Si el nombre está vacío, usar",
  categoryHelp: "Si una categoría aún no existe, se añade.",
  noColumn: "Ninguna columna",
  update: "Modificar los animales que ya tienen estos números externos, en vez de tratar sus filas como un problema",
  values: {
    summary: (count, unknown, hasMore) => {
      const all = `${hasMore ? "Más de " : ""}${plural(count, "valor", "valores")}`;
      return unknown === 0 ? all : `${all}, ${formatNumber(unknown)} sin significado conocido: elige qué hacer`;
    },
    rows,
    empty: "(vacío)",
    label: (value) => `Qué significa «${value}»`,
    choose: "Elegir…",
    asWritten: "Tal como está escrito",
    guessed: (meaning) => `${meaning} (reconocido)`,
    leaveEmpty: "Dejar vacío",
    addOption: (value) => `Añadir «${value}» como opción`,
    several: "Varios campos…",
    more: (count) => `Mostrar ${plural(count, "valor más", "valores más")}`,
    hasMore: "El archivo tiene más valores que estos. Se leen tal como están escritos.",
    tooManyStatuses:
      "Esta columna tiene más de 100\u00a0valores distintos, que son muchos para un estado. Todos pasan a ser:",
    unknown: (count, column) =>
      `${plural(count, "valor", "valores")} de «${column}» no ${count === 1 ? "se conoce" : "se conocen"} aquí.`,
    show: "Elegir qué significan",
  },
  defineAndCheck: (fields, options) => {
    const added = [
      ...(fields === 0 ? [] : [plural(fields, "campo", "campos")]),
      ...(options === 0 ? [] : [plural(options, "opción", "opciones")]),
    ];
    return added.length === 0 ? "Revisar el archivo" : `Añadir ${added.join(" y ")} y revisar el archivo`;
  },
  checkAgain: "Revisar de nuevo",
  checking: "Revisando todas las filas…",
  missing: {
    name: "Elige qué columna contiene los nombres.",
    category: "Elige qué columna contiene las categorías.",
    twice: (field, columns) =>
      `«${field}» está elegido para ${columns.map((column) => `«${column}»`).join(" y ")}. Elígelo una sola vez.`,
    status: (values, more) =>
      `Elige un estado para ${values.map((value) => `«${value}»`).join(", ")}${more > 0 ? ` y ${more} más` : ""}.`,
  },
  importedBefore: (name, count) => `Ya se importó un archivo con el nombre «${name}»: ${animals(count)}, `,
  importedBy: (person) => `por ${person}.`,
  importedAgain: "Si es el mismo archivo, sus animales quedarían dos veces en la tienda.",
  checkHelp: "Revisa todas las filas y muestra lo que se añadiría. Aún no se añade nada.",
  result: "Lo que se añadiría",
  counts: {
    good: "Animales por añadir",
    updated: "Animales por modificar",
    bad: "Filas con problemas",
    categories: "Categorías nuevas",
  },
  changes: {
    title: "Lo que cambiaría",
    none: "Todos los valores de estos animales ya están así guardados: nada cambiaría.",
    count: (values, pets) =>
      `${values === 1 ? "Cambiaría" : "Cambiarían"} ${plural(values, "valor", "valores")} de ${plural(pets, "animal", "animales")}.`,
    field: "Campo",
    before: "Ahora",
    after: "Después de importar",
    more: (count) => `y ${plural(count, "valor más", "valores más")}`,
  },
  newFields: {
    label: "Nombre visible",
    name: "Nombre para programas",
    of: (column) => `El campo para ${column}`,
    added: (count) => plural(count, "campo añadido", "campos añadidos"),
    undone: (count) => plural(count, "campo eliminado", "campos eliminados"),
    type: "Tipo de valor",
    reason: (options, values, count) =>
      `${options}. Una elección, porque ${rows(count)} solo tienen ${plural(values, "valor", "valores")}. Si otros archivos pueden tener más, elige texto.`,
    optionsAdded: (count) => plural(count, "opción añadida", "opciones añadidas"),
    optionsUndone: (count) => plural(count, "opción eliminada", "opciones eliminadas"),
  },
  savedMapping: {
    save: "Guardar estas elecciones",
    help: "Un archivo JSON para la línea de comandos, que leerá del mismo modo el próximo archivo con estas columnas.",
    file: (name) => `${name}-asignacion.json`,
  },
  preview: "Los primeros animales, tal como quedarían",
  previewLine: "Línea",
  newCategory: "nueva",
  problemsTitle: "Filas con problemas",
  problemRows: rows,
  listedOnly: (count) => `Solo contiene las primeras ${rows(count)} con problemas.`,
  download: "Descargar estas filas",
  downloadHelp:
    "Un archivo CSV con cada fila, su línea y su problema: corrige ahí las filas e impórtalas más adelante.",
  problemsFile: (name) => `${name}-problemas.csv`,
  skipBad: (count) =>
    count === 1
      ? "Omitir la fila con problemas y añadir el resto"
      : `Omitir las ${rows(count)} con problemas y añadir el resto`,
  nothingGood:
    "No se puede importar ninguna fila. Mira los problemas de abajo: quizá alguna columna no sea la correcta.",
  start: written("Añadir", "Modificar"),
  adding: (count, updated) => `${written("Añadiendo", "Modificando")(count, updated)}…`,
  addingHelp: "Se añaden todos o ninguno. Puedes salir de esta página; un aviso te dirá cuándo ha terminado.",
  waiting: "Hay otra importación en curso. Esta empezará automáticamente en cuanto termine la otra.",
  stopWaiting: "Dejar de esperar",
  done: (count, updated) => {
    if (updated === 0) return added(count);
    if (count === 0) return changed(updated);
    return `${added(count)} y ${plural(updated, "modificado", "modificados")}`;
  },
  doneDetail: (bad, categories) =>
    `${bad === 0 ? "No se omitió ninguna fila" : plural(bad, "fila omitida", "filas omitidas")}; ${plural(categories, "categoría nueva", "categorías nuevas")}.`,
  showAnimals: "Ver los animales",
  showHistory: "Ver en el Historial",
  again: "Importar otro archivo",
  tooLargeToSend: "El archivo resulta demasiado grande al enviarlo: divídelo en dos e importa uno después del otro.",
};
