import type { AllTexts } from "../all-texts";

const versions = "La página y el servicio tienen versiones distintas. Vuelve a cargar la página.";

export const failures: AllTexts["failures"] = {
  unauthorized: "Ya no has iniciado sesión. Vuelve a iniciarla.",
  forbidden: "Tu función no lo permite.",
  not_found: "Esto ya no existe.",
  path_not_found: versions,
  method_not_allowed: versions,
  not_acceptable: versions,
  request_timeout: "La solicitud no llegó a tiempo. Inténtalo de nuevo.",
  pet_reserved: "Un pedido abierto reserva el animal. Complétalo o cancélalo primero.",
  pet_not_available: "El animal no está disponible.",
  category_not_found: "La categoría ya no existe.",
  pet_not_found: "El animal ya no existe.",
  customer_not_found: "Este cliente ya no existe.",
  name_taken: "Este nombre ya está en uso. Elige otro.",
  idempotency_key_in_use: "El primer intento sigue en curso. Espera un momento.",
  idempotency_key_reused: versions,
  cursor_expired: "La lista es demasiado antigua para seguir. Vuelve a cargarla.",
  precondition_failed: "Otra persona lo ha cambiado mientras tanto. Vuelve a cargarlo.",
  payload_too_large: "Es más de lo que el servicio acepta de una vez.",
  unsupported_media_type: versions,
  headers_too_large: versions,
  rate_limited: "Son demasiadas solicitudes en poco tiempo. Espera un momento.",
  internal_error: "Algo ha fallado en el servicio. Inténtalo más tarde.",
  service_unavailable:
    "El servicio está ocupado o no está disponible, o esto le lleva demasiado tiempo. Inténtalo más tarde o limita la búsqueda.",
};
