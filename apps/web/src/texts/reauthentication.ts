export const reauthentication = {
  title: "Is it still you?",
  detail:
    "You last confirmed who you are more than 10 minutes ago. Confirm it again; the page then continues what you were doing.",
  wrong: "that is not your password",
  cancelled: "You cancelled the confirmation.",
};
