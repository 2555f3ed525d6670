// Figures of the pages that no constant decides: each with its reason. What a constant decides belongs in made.ts or read.ts.

const EXAMPLE = 'an example, or advice';
const LAW = 'of the law, or of the trade: Trefoil does not decide it';
const OUTSIDE = 'of another program';
const DATA = 'test data: src/world has its own tests of them';
const PROMISE = 'what we promise ourselves';
const WITHIN = 'test/scenarios/three-processes.test.ts: what another process changed is seen in time';
const SAME = 'said with its constant elsewhere on the page, in other words';

export const OTHER: Record<string, readonly (readonly [said: string, reason: string])[]> = {
  'docs/start.md': [
    ['up to three credit bureaus', 'the bureaus that there are: BUREAU_IDS'],
    ['a first report in five minutes', EXAMPLE],
  ],
  'README.md': [
    ['up to three credit bureaus', 'the bureaus that there are: BUREAU_IDS'],
    ['1,000 credits are £1', 'held for docs/concepts.md'],
    ['Node 24.16 or later', OUTSIDE],
  ],
  'docs/quickstart-node.md': [['Node 20 or later', 'quickstarts.test.ts runs it']],
  'docs/quickstart-python.md': [['Python 3.9 or later', 'quickstarts.test.ts runs it']],
  'docs/concepts.md': [
    ['since when ended agreements are on file: six years', LAW],
    ['restarts the five minutes', SAME],
    ['1 credit card, 1 mortgage', DATA],
    ['1 credit card, both settled', DATA],
  ],
  'docs/recipes.md': [
    ['now or in ten years', EXAMPLE],
    ['`openssl` (3.0 or later)', OUTSIDE],
  ],
  'docs/evidence.md': [['`openssl` (3.0 or later)', OUTSIDE]],
  'docs/webhooks.md': [
    ['after four days again', 'test/api/webhooks has a test of the day before it is disabled'],
  ],
  'docs/agreements.md': [['that are visible, at most four', 'the interface: masked numbers']],
  'docs/attributes.md': [
    ['3 months to 31 March', EXAMPLE],
    ['12 months to 29 February 2024', EXAMPLE],
    ['sends twelve months and counts up to 36', OUTSIDE],
    ['begins more than 12 months before the report', LAW],
    ['normally six years after their end', LAW],
    ['`1` to `6` months in arrears (`6`: six or more)', 'the words of the history'],
    ['those given within 12 months', 'the name of the attribute says it'],
    ['The same within 36 months', 'the name of the attribute says it'],
    ['The same within 72 months', 'the name of the attribute says it'],
  ],
  'docs/changes.md': [
    ['six years since its end or default', LAW],
    ['six years after its day', LAW],
  ],
  'docs/rights.md': [
    ['six years from its date, an account for six years after it ended', LAW],
    ['| 28 days |', LAW],
    ['28 days from the answer, at most 200 words', LAW],
    ['30 days after it came', 'held for docs/webhooks.md'],
  ],
  'docs/payments.md': [
    ['1,000 credits are £1 before VAT', 'held for docs/concepts.md'],
    ['the law asks for six years', LAW],
  ],
  'docs/people.md': [['ends within 5 seconds', WITHIN]],
  'docs/limits.md': [
    ['rejected within 5 seconds', WITHIN],
    ['in force within 5 seconds', WITHIN],
    ['at most about 16 minutes: three codes of five minutes', SAME],
  ],
  'docs/versioning.md': [['at least six months and one minor version', PROMISE]],
  'docs/gaps.md': [
    ['stops working within 5 seconds', WITHIN],
    ['Clients time out at 30 to 60 seconds', OUTSIDE],
    ['1 to 3 dates of the last two years', DATA],
    ['ten tries over three days', 'TRIES_LIVE_MS: held for docs/webhooks.md'],
    ['at most four trailing digits', 'the interface: masked numbers'],
  ],
  'docs/errors.md': [['rarely needs more than 4 KiB', EXAMPLE]],
  'docs/test-your-integration.md': [
    ['1,000 records are 0.7 to 0.8 MB of JSON', DATA],
    ['so that five minutes, or a retention of thirty days, pass', EXAMPLE],
  ],
  'docs/integration-checklist.md': [
    ['an overlap of 24 hours', EXAMPLE],
    ['Timeouts are 30 seconds or more', EXAMPLE],
  ],
  'docs/dpia.md': [['[[who answers, within 30 days]]', 'for the operator to fill in']],
};
