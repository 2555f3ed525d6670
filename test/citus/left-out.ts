// Files of the suites that `npm run test:citus` leaves out, with the reason.
export const LEFT_OUT: Record<string, string> = {};
