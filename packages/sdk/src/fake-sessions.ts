// The fake's consumer sessions: links with one published consent text. A unit test plays the consumer by `visit`.

import { isOver, triesLeft } from './consumer-sessions.ts';
import type { FakeAnswer, FakeCall } from './fake-calls.ts';
import { listOf, missingOf } from './fake-rules.ts';
import type {
  ConsentTextWithVersions,
  ConsumerSession,
  GenerateRequest,
  NewConsumerSessionRequest,
} from './generated.ts';

/** Where a consumer takes a session. A report is made by `complete`, `failed` and `blocked`. */
export type Visited = 'opened' | 'consented' | 'complete' | 'failed' | 'blocked' | 'declined' | 'expired';

type Kept = { session: ConsumerSession; order: NewConsumerSessionRequest };

export type FakeSessions = {
  /** Null for an operation that is not about sessions or consent texts. */
  answerOf(call: FakeCall): FakeAnswer | null;
  visit(consumerSessionId: string, status: Visited): ConsumerSession;
};

const HOUR_MS = 60 * 60 * 1000;
const BODY = 'You agree that the bureaus are asked for your credit report.';
const SHA256 = '752d29f0921e0e2d685a85f9539330873f120ef9dad59f3240d54e366e41de57';

export function createFakeSessions(needs: {
  newId: () => string;
  /** Keeps a report of the fake, and answers its id. */
  keepReport: (status: 'complete' | 'failed' | 'blocked', input: GenerateRequest) => string;
  tell: (type: string, data: Record<string, unknown>) => void;
}): FakeSessions {
  const { newId, keepReport } = needs;
  const tell = (session: ConsumerSession): void => {
    const { id, status, test, externalReference, creditReportId, reason } = session;
    needs.tell(`session.${status === 'complete' ? 'completed' : status}`, {
      consumerSessionId: id,
      test,
      status,
      ...(externalReference !== null && { externalReference }),
      ...(creditReportId !== null && { creditReportId }),
      ...(reason !== null && { reason }),
      ...(session.triesLeft !== null && { triesLeft: session.triesLeft }),
    });
  };
  const sessions = new Map<string, Kept>();
  const text = textOf(newId());

  const create = (order: NewConsumerSessionRequest): FakeAnswer => {
    const missing = missingOf(['bureaus', 'searchType', 'consentTextId'], order);
    if (missing !== null) return missing;
    if (order.consentTextId !== text.id)
      return {
        status: 400,
        code: 'validation-error',
        details: [{ path: '/consentTextId', message: 'must be a published consent text' }],
      };
    const session = newSession(newId(), order, text);
    sessions.set(session.id, { session, order });
    tell(session);
    // A copy: the answer to a repeat is the first one, whatever happened since.
    return { answer: { ...structuredClone(session), url: `http://trefoil.fake/c/${session.id}#t=fake` } };
  };

  const go = (session: ConsumerSession, order: NewConsumerSessionRequest, status: Visited): void => {
    session.status = status;
    if (status !== 'expired') {
      session.openedAt ??= now();
      session.consent.shownAt ??= now();
    }
    if (!['opened', 'declined', 'expired'].includes(status)) session.consent.agreedAt ??= now();
    if (status === 'complete' || status === 'failed' || status === 'blocked') {
      session.generates += 1;
      session.creditReportId = keepReport(status, inputOf(order));
      session.reason = status === 'failed' ? 'no-bureau-answered' : null;
    }
    session.triesLeft = status === 'failed' ? triesLeft(session) : null;
    if (isOver(session)) session.endedAt = now();
  };

  return {
    answerOf({ operation, path, query, body }) {
      if (operation === 'createConsumerSession') return create(body);
      if (operation === 'listConsumerSessions') {
        const items = [...sessions.values()].map(({ session }) => session);
        return { answer: { items: listOf(items, query), token: null } };
      }
      if (operation === 'listConsentTexts') {
        const { versions: _each, ...shown } = text;
        return { answer: { items: [shown] } };
      }
      const id = /(?:consumer-sessions|consent-texts)\/([^/]+)/.exec(path)?.[1] ?? '';
      if (operation === 'readConsentText' && id === text.id) return { answer: text };
      if (!OF_ONE.includes(operation)) return null;
      const kept = sessions.get(id);
      if (kept === undefined) return null;
      if (operation === 'sendConsumerSession') {
        if (kept.session.status !== 'created') return { status: 409, code: 'conflict' };
        const by = (body as { by: 'sms' | 'email' }).by;
        kept.session.sends.push({ by, state: 'delivered', sentAt: now() });
      }
      if (operation === 'cancelConsumerSession' && kept.session.status !== 'cancelled') {
        if (isOver(kept.session)) return { status: 409, code: 'conflict' };
        Object.assign(kept.session, { status: 'cancelled', triesLeft: null, endedAt: now() });
        tell(kept.session);
      }
      return { answer: kept.session };
    },
    visit(consumerSessionId, status) {
      const kept = sessions.get(consumerSessionId);
      if (kept === undefined) throw new Error('the fake has no such consumer session');
      const { session, order } = kept;
      if (isOver(session)) throw new Error(`the session is over: ${session.status}`);
      go(session, order, status);
      tell(session);
      return session;
    },
  };
}

const OF_ONE = ['readConsumerSession', 'cancelConsumerSession', 'sendConsumerSession'];

function now(): string {
  return new Date().toISOString();
}

function textOf(id: string): ConsentTextWithVersions {
  const at = now();
  const version = { version: 1, name: 'Fake', locale: 'en-GB', body: BODY, sha256: SHA256, publishedAt: at };
  return { ...version, id, blanks: [], isPublished: true, updatedAt: at, versions: [version] };
}

function newSession(
  id: string,
  order: NewConsumerSessionRequest,
  text: ConsentTextWithVersions,
): ConsumerSession {
  return {
    id,
    status: 'created',
    test: order.test ?? false,
    bureaus: order.bureaus,
    searchType: order.searchType,
    externalReference: order.externalReference ?? null,
    consent: { textId: text.id, version: 1, sha256: SHA256, shownAt: null, agreedAt: null },
    creditReportId: null,
    reason: null,
    generates: 0,
    triesLeft: null,
    showReport: order.showReport ?? true,
    showReportIfChanged: order.showReportIfChanged ?? false,
    consumerMayChange: order.consumerMayChange ?? [],
    changed: [],
    step: null,
    sends: [],
    createdAt: now(),
    expiresAt: new Date(Date.now() + (order.lifetimeHours ?? 24) * HOUR_MS).toISOString(),
    openedAt: null,
    endedAt: null,
  };
}

/** What the consumer typed: the prefill, and something for the rest. */
function inputOf({ prefill = {}, bureaus, searchType, externalReference, test }: NewConsumerSessionRequest) {
  return {
    sessionId: 'fake',
    ipAddress: '203.0.113.7',
    firstName: 'Ada',
    lastName: 'Sample',
    dateOfBirth: '1985-04-12',
    addresses: [{ type: 'current', ukAddress: { postcode: 'LS1 4AB' } }],
    ...prefill,
    bureaus,
    searchType,
    ...(externalReference !== undefined && { externalReference }),
    ...(test !== undefined && { test }),
  } as GenerateRequest;
}
