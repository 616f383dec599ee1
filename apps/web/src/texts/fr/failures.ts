import type { AllTexts } from "../all-texts";

const versions = "La page et le service n’ont pas la même version. Rechargez la page.";

export const failures: AllTexts["failures"] = {
  unauthorized: "Vous n’êtes plus connecté. Connectez-vous à nouveau.",
  forbidden: "Votre rôle ne le permet pas.",
  not_found: "Cela n’existe plus.",
  path_not_found: versions,
  method_not_allowed: versions,
  not_acceptable: versions,
  request_timeout: "La demande n’est pas arrivée à temps. Réessayez.",
  pet_reserved: "Une commande ouverte réserve l’animal. Terminez-la ou annulez-la d’abord.",
  pet_not_available: "L’animal n’est pas disponible.",
  category_not_found: "La catégorie n’existe plus.",
  pet_not_found: "L’animal n’existe plus.",
  customer_not_found: "Ce client n’existe plus.",
  name_taken: "Ce nom est déjà pris. Choisissez-en un autre.",
  idempotency_key_in_use: "Le premier essai est encore en cours. Patientez un instant.",
  idempotency_key_reused: versions,
  cursor_expired: "La liste est trop ancienne pour continuer. Rechargez-la.",
  precondition_failed: "Quelqu’un d’autre l’a modifié entre-temps. Rechargez-le.",
  payload_too_large: "C’est plus que ce que le service accepte en une fois.",
  unsupported_media_type: versions,
  headers_too_large: versions,
  rate_limited: "Trop de demandes en peu de temps. Patientez un instant.",
  internal_error: "Une erreur s’est produite dans le service. Réessayez plus tard.",
  service_unavailable:
    "Le service est surchargé ou indisponible, ou cela lui prend trop de temps. Réessayez plus tard ou affinez la recherche.",
};
