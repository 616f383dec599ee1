import type { AllTexts } from "../all-texts";

const versions = "Die Seite und der Dienst haben verschiedene Versionen. Laden Sie die Seite neu.";

export const failures: AllTexts["failures"] = {
  unauthorized: "Sie sind nicht mehr angemeldet. Melden Sie sich erneut an.",
  forbidden: "Ihre Rolle erlaubt das nicht.",
  not_found: "Das gibt es nicht mehr.",
  path_not_found: versions,
  method_not_allowed: versions,
  not_acceptable: versions,
  request_timeout: "Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es erneut.",
  pet_reserved: "Ein offener Auftrag reserviert das Tier. Schließen Sie ihn zuerst ab, oder stornieren Sie ihn.",
  pet_not_available: "Das Tier ist nicht verfügbar.",
  category_not_found: "Die Kategorie gibt es nicht mehr.",
  pet_not_found: "Das Tier gibt es nicht mehr.",
  customer_not_found: "Diese Person ist nicht mehr erfasst.",
  name_taken: "Der Name ist schon vergeben. Wählen Sie einen anderen.",
  idempotency_key_in_use: "Der erste Versuch läuft noch. Warten Sie einen Moment.",
  idempotency_key_reused: versions,
  cursor_expired: "Die Liste ist zu alt, um weiterzublättern. Laden Sie sie neu.",
  precondition_failed: "Jemand anderes hat das inzwischen geändert. Laden Sie es neu.",
  payload_too_large: "Das ist mehr, als der Dienst auf einmal annimmt.",
  unsupported_media_type: versions,
  headers_too_large: versions,
  rate_limited: "Das waren zu viele Anfragen in kurzer Zeit. Warten Sie einen Moment.",
  internal_error: "Im Dienst ist etwas fehlgeschlagen. Versuchen Sie es später erneut.",
  service_unavailable:
    "Der Dienst ist ausgelastet oder nicht erreichbar, oder er braucht dafür zu lange. Versuchen Sie es später erneut, oder grenzen Sie die Suche ein.",
};
