// Schemas of the request log: its filters, its rows and the refusals grouped.
import { Type } from 'typebox';
import { errorHelpOf } from '../../../domain/error-help.ts';
import { REFUSAL_CODES } from '../../../domain/refusal.ts';
import {
  EXAMPLE_REPORT_ID,
  EXAMPLE_TENANT_ID,
  EXAMPLE_TIME,
  meaning,
  named,
  orNull,
  TenantParams,
  Time,
  timeOf,
  Uuid,
} from '../common.ts';
import { PageQuery } from '../people/my.ts';

const EXAMPLE_REQUEST_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a40';
const EXAMPLE_CREDENTIAL_ID = '0199d1c2-7a44-7c31-9f0e-3f6d5d1f0a30';
const EXAMPLE_DETAIL = {
  path: '/addresses/*/ukAddress',
  message: 'needs at least one of subBuildingName, buildingName, buildingNumber',
};

const EXAMPLE_REQUEST = {
  id: EXAMPLE_REQUEST_ID,
  at: EXAMPLE_TIME,
  method: 'POST',
  route: '/:tenantId/v1/credit-reports/:creditReportId/resend-sms',
  status: 410,
  code: 'challenge-expired',
  details: null,
  message: 'The code has expired. Send a new generate request.',
  ms: 4.2,
  credentialId: EXAMPLE_CREDENTIAL_ID,
  credentialName: 'Website',
  personId: null,
  personName: null,
  reportId: EXAMPLE_REPORT_ID,
  test: true,
  help: errorHelpOf('challenge-expired'),
};

const Period = {
  dateFrom: Type.Optional(Type.String({ format: 'iso-time', description: 'At this time or later.' })),
  dateTo: Type.Optional(
    Type.String({
      format: 'iso-time',
      description: 'At this time or earlier; a date alone is that day in Europe/London.',
    }),
  ),
};

export const RequestsQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(
    Type.String({
      format: 'status-or-class',
      description: 'Only answers with this status, such as 404, or of this class: 2xx, 3xx, 4xx, 5xx.',
      examples: ['4xx'],
    }),
  ),
  route: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only routes whose pattern has this part, such as /credit-reports.',
    }),
  ),
  credentialId: Type.Optional(
    Type.String({ format: 'any-uuid', description: 'Only calls of this credential.' }),
  ),
  code: Type.Optional(Type.Enum([...REFUSAL_CODES], { description: 'Only refusals with this code.' })),
  reportId: Type.Optional(Type.String({ format: 'any-uuid', description: 'Only calls about this report.' })),
  test: Type.Optional(
    Type.String({ format: 'true-or-false', description: 'Only calls about test (or live) reports.' }),
  ),
  mode: Type.Optional(
    Type.Enum(['test', 'live'], {
      description:
        'Calls about reports of this mode, and those about no report, as the statistics count them.',
    }),
  ),
  ...Period,
});

export const ErrorsQuery = Type.Object(Period);

export const RequestParams = Type.Object({
  ...TenantParams.properties,
  requestId: Type.String({ description: 'The X-Request-Id of the answer.' }),
});

const Help = Type.Object(
  { cause: Type.String(), mend: Type.String() },
  { ...named('ErrorHelp'), description: 'What the code means and how to mend it.' },
);

export const RequestAnswer = Type.Object(
  {
    id: Uuid,
    at: Time,
    method: Type.String(),
    route: Type.String({ description: 'The pattern, not the address that was asked for.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: orNull(Type.String(), 'The error code; null where nothing was refused.'),
    details: orNull(
      Type.Array(
        Type.Object(
          {
            path: Type.String(),
            message: Type.String({ description: 'What is wrong, in words for people.' }),
          },
          named('Problem'),
        ),
      ),
      'What is wrong, field by field; null where nothing is.',
    ),
    message: orNull(
      Type.String({
        description: 'What the answer of a refused call said; null for others and for older ones.',
      }),
    ),
    ms: Type.Number({ description: 'From the first byte to the end of the answer.' }),
    credentialId: orNull(Uuid, 'The credential that it was done with; null where it was done without one.'),
    credentialName: orNull(Type.String(), 'The name of the credential; null where there is none.'),
    personId: orNull(Uuid, 'The person who did it; null where no person did.'),
    personName: orNull(Type.String(), 'The name of the person; null where there is none.'),
    reportId: orNull(Uuid),
    test: orNull(Type.Boolean({ description: 'Null where the call is about no report.' })),
    help: orNull(Help, 'What it means and how to mend it; null where nothing was refused.'),
  },
  {
    ...named('LoggedRequest'),
    description: 'One call. No body is kept, and nothing about a consumer.',
    examples: [EXAMPLE_REQUEST],
  },
);

export const ExchangeAnswer = Type.Object(
  {
    requestId: Type.String({ format: 'uuid', description: 'The X-Request-Id of the answer.' }),
    at: timeOf({ description: 'When it was answered.' }),
    method: Type.Enum(['POST'], { description: 'Always POST.' }),
    path: Type.String({ description: 'Where it was sent.' }),
    status: Type.Integer({ description: 'Of the answer.' }),
    body: Type.Object({}, { additionalProperties: true, description: 'As it was sent.' }),
    answer: orNull(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'As it was answered; null when it was too large to keep.',
        },
      ),
    ),
  },
  {
    ...named('TestExchange'),
    description: 'A test request and its answer.',
    examples: [
      {
        requestId: EXAMPLE_REQUEST.id,
        at: EXAMPLE_REQUEST.at,
        method: 'POST',
        path: `/${EXAMPLE_TENANT_ID}/v1/credit-reports`,
        status: 400,
        body: { test: true, firstName: 'Ada' },
        answer: { code: 'validation-error', message: 'The request body is not acceptable.', details: [] },
      },
    ],
  },
);

export const RequestsAnswer = Type.Object(
  {
    items: Type.Array(RequestAnswer),
    token: orNull(Type.String({ description: "The next page's token; null on the last page." })),
  },
  {
    ...named('LoggedRequests'),
    description:
      'Calls, newest first; kept for 30 days. What a person merely read in the console is not in it. Calls without a valid token have no caller; a few a minute are kept, for a day. With `Accept: text/csv`: every call of the filter, newest first, as CSV.',
    examples: [{ items: [EXAMPLE_REQUEST], token: null }],
  },
);

export const ErrorsAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'The error code.' }),
          method: Type.String(),
          route: Type.String(),
          status: Type.Integer({ description: 'The HTTP status.' }),
          count: Type.Integer(),
          firstAt: meaning(Time, 'The first of them.'),
          lastAt: meaning(Time, 'The last of them.'),
          lastRequestId: meaning(Uuid, 'The newest request among them.'),
          details: Type.Array(
            Type.Object(
              {
                path: Type.String({ description: 'With * for places in lists.' }),
                message: Type.String({ description: 'What is wrong, in words for people.' }),
                count: Type.Integer(),
              },
              named('CountedProblem'),
            ),
            { description: 'What is wrong, field by field.' },
          ),
          cause: Type.String(),
          mend: Type.String(),
        },
        named('ErrorGroup'),
      ),
    ),
  },
  {
    ...named('ErrorGroups'),
    description: 'Refusals by code and route, the most frequent first: what each means and how to mend it.',
    examples: [
      {
        items: [
          {
            code: 'validation-error',
            method: 'POST',
            route: '/:tenantId/v1/credit-reports',
            status: 400,
            count: 14,
            firstAt: EXAMPLE_TIME,
            lastAt: EXAMPLE_TIME,
            lastRequestId: EXAMPLE_REQUEST_ID,
            details: [{ ...EXAMPLE_DETAIL, count: 14 }],
            cause: 'The body, the query or the `Idempotency-Key` header is not acceptable.',
            mend: 'Fix each field listed in `details`.',
          },
        ],
      },
    ],
  },
);
