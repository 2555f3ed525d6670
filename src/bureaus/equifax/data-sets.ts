// The parts of a reply that Equifax can be asked for, in the order of its request. What is not asked for does not come.
export const DATA_SETS = [
  'cifasRequest',
  'inputAddressRequest',
  'multipleAddressRequest',
  'courtAndInsolvencyInformationRequest',
  // With a small "of", unlike the element of the reply.
  'noticeofCorrectionOrDisputeRequest',
  'outputAddressRequest',
  'electoralRollRequest',
  'rollingRegisterRequest',
  'insightRequest',
  'searchesRequest',
  'gainRequest',
] as const;
export type DataSet = (typeof DATA_SETS)[number];

/** These are of the addresses that are sent: they have no scope. */
export const WITHOUT_SCOPE: readonly DataSet[] = ['inputAddressRequest', 'outputAddressRequest'];
