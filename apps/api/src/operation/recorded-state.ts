type State = Readonly<Record<string, unknown>> | null;

/** Older versions recorded the fields of an endpoint and of a delivery under these names. */
const ofWebhook = ({ state, stateReason, status, ...rest }: NonNullable<State>) => ({
  ...rest,
  status: state,
  ...(stateReason !== undefined && { statusReason: stateReason }),
  ...(status !== undefined && { responseStatus: status }),
});

/** The fields that states of older versions lack, with what they were at that time. */
const added: Readonly<Record<string, NonNullable<State>>> = {
  order: { reference: null, customerId: null, price: null, payment: null },
  note: { externalId: null },
  attribute: { isAskedAtIntake: true },
  store: { name: null, address: null, logo: null, timeZone: null, currency: null, contractText: null },
};

/**
 * Returns a state of the audit trail with the names and the fields that the interface has now. The trail is never
 * rewritten, so its readers translate.
 */
export const readRecordedState = <Recorded extends State>(kind: string, recorded: Recorded): Recorded => {
  const state: State = recorded;
  if (state === null) return recorded;
  if (kind in added) return { ...added[kind], ...state } as unknown as Recorded;
  if (kind === "webhook_endpoint" && "state" in state) return ofWebhook(state) as unknown as Recorded;
  if (!("leftOut" in state)) return recorded;
  const { leftOut: leftCount, ...rest } = state;
  return { ...rest, leftCount } as unknown as Recorded;
};
