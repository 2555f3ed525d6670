// Bad days of a test request, alone or together. A test number asks for one; these have the last word.
import { type Static, type TObjectOptions, type TOptional, type TSchema, Type } from 'typebox';
import { WHOLE_MS } from '../../../bureaus/asking/call.ts';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import {
  TEST_ANSWERS,
  TEST_BALANCE_MAX,
  TEST_DELAY_MS_MAX,
  TEST_FAILING_MS_MAX,
  TEST_OUTCOMES,
  TEST_RESEND_ANSWERS,
  TEST_TEXTS,
} from '../../../domain/reports/test-options.ts';

const Outcome = Type.Enum([...TEST_OUTCOMES], {
  description: 'How the bureau answers, if it is asked.',
  examples: ['timeout'],
});

const Delay = Type.Integer({ minimum: 0, maximum: TEST_DELAY_MS_MAX, examples: [8000] });

function byBureau<Given extends TSchema>(given: Given, options: TObjectOptions) {
  const each = Object.fromEntries(BUREAU_IDS.map((id) => [id, Type.Optional(given)]));
  return Type.Object(each as Record<(typeof BUREAU_IDS)[number], TOptional<Given>>, options);
}

export const TestOptionsGiven = Type.Object(
  {
    bureaus: Type.Optional(
      byBureau(Outcome, {
        description:
          'Bureaus that do not answer `ok`. The report is what the others give; without any it fails.',
        examples: [{ experian: 'timeout' }],
      }),
    ),
    bureauDelayMs: Type.Optional(
      byBureau(Delay, {
        description: `How many milliseconds each bureau takes, if it is asked. They are asked at the same time, so the slowest decides. One of more than ${WHOLE_MS}, the limit of a search, is \`timeout\` after that.`,
        examples: [{ experian: 8000 }],
      }),
    ),
    sms: Type.Optional(
      Type.Enum([...TEST_TEXTS], {
        description:
          'What becomes of each text. refused, unknown: as in `challenge.sms`. refused-first: the first is refused, and each resend accepted. undelivered, delivered: accepted, and the event of its receipt follows, at once or after 30 seconds. accepted, no-receipt: accepted, and nothing follows.',
        examples: ['refused'],
      }),
    ),
    delayMs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: TEST_DELAY_MS_MAX,
        description: 'Generate takes at least so many milliseconds.',
        examples: [1500],
      }),
    ),
    on: Type.Optional(
      Type.Object(
        {
          resendSms: Type.Optional(
            Type.Enum([...TEST_RESEND_ANSWERS], { description: 'What a resend answers.' }),
          ),
          read: Type.Optional(
            Type.Enum([...TEST_ANSWERS], {
              description: 'What reading the report answers, and all that is worked out of it.',
            }),
          ),
          forMs: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: TEST_FAILING_MS_MAX,
              description: 'For so many milliseconds after the report was made; always without it.',
            }),
          ),
        },
        {
          title: 'TestAnswers',
          description:
            'What later calls about the report answer. hang: 30 seconds, past the deadline; then it is done. The code of a submit chooses its own: 000429, 000500, 000503, 000504.',
          examples: [{ read: 'service-unavailable', forMs: 3000 }],
        },
      ),
    ),
    walletBalance: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: TEST_BALANCE_MAX,
        description:
          'Answers have the cost and the balance that they would have of a wallet with so many credits, or are 402. Nothing is charged.',
        examples: [500],
      }),
    ),
    clock: Type.Optional(
      Type.String({
        format: 'any-uuid',
        description: 'The id of a test clock (POST …/test-clocks): the report goes by it.',
        examples: ['0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a40'],
      }),
    ),
  },
  {
    title: 'TestOptions',
    description: 'Test mode only: a bad day, or several at once. With `test` false or absent it is refused.',
    examples: [{ bureaus: { experian: 'timeout' }, sms: 'refused', delayMs: 1500 }],
  },
);
export type TestOptionsGiven = Static<typeof TestOptionsGiven>;
