import { common } from "../common";
import { formatDecimal, formatNumber, plural } from "../numbers";
import type { AllTexts } from "../all-texts";

const statusName = (status: string): string => common.status[status as keyof typeof common.status] ?? status;

const problems: AllTexts["rowProblems"]["problems"] = {
  required: () => "no tiene valor",
  too_long: ({ maximum }) => `tiene más de ${plural(maximum, "carácter", "caracteres")}`,
  invalid_characters: () => "tiene caracteres que no se pueden guardar, como un salto de línea",
  only_invisible: ({ character }) =>
    `solo tiene caracteres invisibles${character === undefined ? "" : ` (${character})`}`,
  not_an_id: ({ maximum }) => `no es el número de una categoría, de 1 a ${formatDecimal(maximum)}`,
  category_unknown: () => "no hay ninguna categoría con este número",
  not_of_category: () => "debe estar vacío, porque los animales de esta categoría no tienen el campo",
  archived: () => "debe estar vacío, porque el campo está archivado",
  not_a_status: ({ options }) => `no es un estado: ${options.map(statusName).join(", ")}`,
  not_in_status_map: () => "no se ha elegido ningún estado para este valor",
  not_in_value_map: () => "no se ha elegido ningún significado para este valor",
  values_disagree: ({ otherColumn }) => `la columna «${otherColumn}» dice otra cosa`,
  not_a_number: () => "no es un número",
  decimal_unclear: () => "puede ser dos números: elige arriba el signo que va antes de los decimales",
  number_too_small: ({ minimum }) => `es menor que ${formatDecimal(minimum)}`,
  number_too_large: ({ maximum }) => `es mayor que ${formatDecimal(maximum)}`,
  too_many_decimals: ({ decimals }) =>
    decimals === 0 ? "no es un número entero" : `tiene más de ${plural(decimals, "decimal", "decimales")}`,
  not_a_date: () => "no es una fecha",
  date_order_unclear: () => "puede ser dos fechas: elige arriba el orden de día, mes y año",
  not_a_boolean: () => "no es ni sí ni no",
  not_an_option: ({ options, more }) =>
    `no es ninguna de las opciones: ${options.join(", ")}${more > 0 ? ` y ${formatNumber(more)} más` : ""}`,
  not_a_list: () => "tiene varios valores que no están separados por punto y coma",
  too_many_values: ({ maximum }) => `tiene más de ${plural(maximum, "valor", "valores")}`,
  repeated_value: () => "está dos veces en la celda",
  unknown_type: ({ type }) => `esta versión de la página no conoce el tipo del campo (${type})`,
  external_id_repeated: ({ line }) =>
    line === undefined
      ? "una línea anterior tiene el mismo número"
      : `la línea ${formatNumber(line)} tiene el mismo número`,
  external_id_taken: ({ petId }) =>
    petId === undefined ? "otro animal tiene este número" : `el animal ${petId} tiene este número`,
  external_id_moved: ({ petId }) =>
    petId === undefined ? "el animal ya no tiene este número" : `el animal ${petId} ya no tiene este número`,
  reserved: ({ orderId, status }) =>
    status === undefined || orderId === undefined
      ? "no se puede cambiar mientras un pedido reserve el animal"
      : `debe seguir como «${statusName(status)}», porque el pedido ${orderId} reserva el animal`,
  shortened: () =>
    "una hoja de cálculo ha acortado el valor: dé allí formato de texto a la columna o use un archivo .xlsx",
  zeros_lost: ({ stored }) =>
    `ha perdido ceros iniciales${stored === undefined ? "" : ` (está guardado ${stored})`}: dé a la columna formato de texto en la hoja de cálculo o use un archivo .xlsx`,
  unclosed_quote: () => "unas comillas no se cierran",
  stray_quote: () => "hay comillas dentro de un valor: pon el valor entre comillas y duplica las de dentro",
  beyond_columns: ({ columns, position }) =>
    `${position === undefined ? "un valor" : `el valor de la columna ${formatNumber(position)}`} está a la derecha de las columnas (${formatNumber(columns)})`,
  invalid: () => "el campo no puede tener este valor",
};

export const rowProblems: AllTexts["rowProblems"] = {
  problems,
  wholeRow: "Toda la fila",
  value: (value) => `«${value}»`,
  about: (place, text) => `${place}: ${text}`,
  line: (line) => `línea ${formatNumber(line)}`,
  more: (count) => `y ${plural(count, "problema más", "problemas más")}`,
};
