// Words that no answer, page or document of ours says: whether somebody has a claim, and what it would be worth, is not on a credit
// file. We say that an agreement began in the period of a scheme. A test reads all copy for them; a scheme file is checked at start.

export const UNSAID =
  /\b(in)?eligib\w*|\bowed\b|\bowing to\b|\bentitle[ds]?\b|\bentitlements?\b|\bclaims?[- ]values?\b|\bvalues? of (the|a|your) claims?\b|\bpay-?outs?\b|\bcompensation\b|\bredress (amounts?|due|payable)\b|\bmis-?s(old|elling)\b|\bvalid claims?\b|\bdue a refund\b/i;
