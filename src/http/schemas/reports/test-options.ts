// Bad days of a test request, alone or together. A test number asks for one; these have the last word.
import { type Static, Type } from 'typebox';
import { BUREAU_IDS } from '../../../domain/reports/credit-report.ts';
import { TEST_DELAY_MS_MAX, TEST_OUTCOMES, TEST_TEXTS } from '../../../domain/reports/test-options.ts';

const Outcome = Type.Enum([...TEST_OUTCOMES], {
  description: 'How the bureau answers, if it is asked.',
  examples: ['timeout'],
});

export const TestOptionsGiven = Type.Object(
  {
    bureaus: Type.Optional(
      Type.Object(
        Object.fromEntries(BUREAU_IDS.map((id) => [id, Type.Optional(Outcome)])) as Record<
          (typeof BUREAU_IDS)[number],
          ReturnType<typeof Type.Optional<typeof Outcome>>
        >,
        {
          description:
            'Bureaus that do not answer `ok`. The report is what the others give; without any it fails.',
          examples: [{ experian: 'timeout' }],
        },
      ),
    ),
    sms: Type.Optional(
      Type.Enum([...TEST_TEXTS], {
        description:
          'What becomes of each text. refused, unknown: as in `challenge.sms`. undelivered, delivered: accepted, and the event of its receipt follows, at once or after 30 seconds. accepted, no-receipt: accepted, and nothing follows.',
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
