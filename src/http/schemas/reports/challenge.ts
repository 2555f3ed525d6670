// A challenge in the answers of generate, submit, resend and read.
import { Type } from 'typebox';
import { ATTEMPTS_MAX, SENDS_MAX, SMS_OUTCOMES } from '../../../domain/reports/challenge.ts';
import { EXAMPLE_CHALLENGE_ID, EXAMPLE_TIME, named, timeOf } from '../common.ts';

export const Sms = Type.Enum([...SMS_OUTCOMES], {
  description:
    'Whether a gateway took the text. accepted: it is on its way (in test mode: simulated). refused: none took it; the consumer has no code, the text is free and is no send; ask for another with resend-sms. unknown: a gateway may have taken it. none: no text was handed over, because the device could not be verified.',
});

export const AttemptsRemaining = Type.Integer({
  minimum: 0,
  maximum: ATTEMPTS_MAX,
  description: 'Codes that may still be tried. A resend does not bring them back.',
});
export const ExpiresAt = timeOf({
  description: 'The last moment at which a code is taken. A resend moves it.',
});
export const RemainingSmsCount = Type.Integer({
  minimum: 0,
  maximum: SENDS_MAX,
  description: 'Texts that resend-sms can still send.',
});

export const Challenge = Type.Object(
  {
    challengeId: Type.String({ format: 'uuid', description: 'Goes into the submit and the resend.' }),
    expiresAt: ExpiresAt,
    attemptsRemaining: AttemptsRemaining,
    remainingSmsCount: RemainingSmsCount,
    mobileNumber: Type.Optional(
      Type.String({
        description: 'Where the text went, masked but for its last digits. Absent when none was given.',
      }),
    ),
    sms: Sms,
  },
  {
    ...named('Challenge'),
    description:
      'What a page needs to ask for the code. `sms` is on every answer; when a report is read again, or after a wrong code, `accepted` also stands for `unknown`.',
  },
);

export const EXAMPLE_CHALLENGE = {
  challengeId: EXAMPLE_CHALLENGE_ID,
  expiresAt: EXAMPLE_TIME,
  attemptsRemaining: ATTEMPTS_MAX,
  remainingSmsCount: SENDS_MAX - 1,
  mobileNumber: '+*********123',
  sms: 'accepted',
};
