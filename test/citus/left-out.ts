// Files of the suites that `npm run test:citus` leaves out, with the reason.
export const LEFT_OUT: Record<string, string> = {
  'test/ledger/verify.test.ts':
    'drops the rules of the tables to damage them, which is done on one server; the proof itself is read in the other files',
  'test/money/embedded-kills.test.ts': 'is about the embedded server',
  'test/money/lost-connections.test.ts': 'cuts the connection to one server, by a proxy before it',
  'test/money/failpoints.test.ts': 'lists the statements of a request, which are more on shards',
};
