export const reauthentication = {
  title: "Is it still you?",
  detail: "You have not proved it for more than 10 minutes. Do so once more, and what you were doing goes on.",
  wrong: "is not your password",
  cancelled: "You cancelled it.",
};
