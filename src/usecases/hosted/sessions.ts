// Consumer sessions as their tenant sees them: made with a link that is shown once, read, listed, cancelled. No person is in an answer.
import {
  EMBED_ORIGINS_MAX,
  type Prefill,
  type SessionOrder,
  type SessionState,
  statesBefore,
  whyEmbedOriginRefused,
  whyReturnUrlRefused,
} from '../../domain/hosted/consumer-session.ts';
import { isUuid } from '../../domain/ids.ts';
import { type Problem, Refusal } from '../../domain/refusal.ts';
import { currentFirst } from '../../domain/reports/coverage.ts';
import type { Verdict } from '../../domain/reports/report.ts';
import type { TestOptions } from '../../domain/reports/test-options.ts';
import type { Database, Queryable } from '../../storage/engine/connection/database.ts';
import { findVersion } from '../../storage/hosted/consent-texts.ts';
import { listSends, type SentLink } from '../../storage/hosted/sends.ts';
import { type Session, type SessionRow, sealPart, toSession } from '../../storage/hosted/session-rows.ts';
import { cancelSession, findSession, insertSession, listSessions } from '../../storage/hosted/sessions.ts';
import type { Vault } from '../../storage/keys/vault.ts';
import { readSettings } from '../../storage/people/tenants.ts';
import type { TestClockStore } from '../../storage/reports/test-clocks.ts';
import { changeAudited } from '../audited-change.ts';
import { type Caller, type From, isKeptToTest } from '../caller.ts';
import { cutPage, idIn, type Page, type Paged } from '../page.ts';
import type { LinkSecrets } from './link-secrets.ts';
import type { LinkTo, SendLink } from './send-link.ts';
import type { OnMove } from './visits.ts';

/** A session with the times that its link was sent. */
export type SessionSeen = Session & { sends: SentLink[] };

export type NewSession = Omit<SessionOrder, 'consentVersion' | 'consentSha256'> & {
  externalReference: string | null;
  prefill: Prefill;
  lifetimeHours: number;
  wantedVerdict: Verdict | undefined;
  testOptions: TestOptions | undefined;
};

type SessionFilters = {
  state: SessionState | null;
  isTest: boolean | null;
  externalReference: string | null;
  from: Date | null;
  to: Date | null;
};

export type ConsumerSessions = {
  /** `url` has the token in its fragment and is answered here alone. */
  create(
    caller: Caller,
    given: NewSession,
    requestId: string,
    /** In the transaction that makes it. */
    also?: (tx: Queryable) => Promise<void>,
  ): Promise<{ session: SessionSeen; url: string }>;
  read(caller: Caller, id: string): Promise<SessionSeen>;
  list(caller: Caller, filters: SessionFilters, page: Page): Promise<Paged<SessionSeen>>;
  send(caller: Caller, id: string, to: LinkTo, from: From, requestId: string): Promise<SessionSeen>;
  cancel(caller: Caller, id: string, from: From): Promise<SessionSeen>;
};

type Needs = {
  database: Database;
  vault: Vault;
  clocks: Pick<TestClockStore, 'findClock'>;
  secrets: LinkSecrets;
  hashReference: (tenantId: string, reference: string) => Buffer;
  publicUrl: string;
  sendLink: SendLink;
  onMove: OnMove;
};

export function createConsumerSessions(needs: Needs): ConsumerSessions {
  const { database, vault, secrets } = needs;

  const read = async (db: Queryable, caller: Caller, id: string): Promise<SessionRow> => {
    const row = isUuid(id) ? await findSession(db, caller.tenantId, id) : null;
    if (row === null || (!row.isTest && isKeptToTest(caller))) throw notFound();
    return row;
  };

  const urlOf = (tenantId: string, id: string): string =>
    `${needs.publicUrl}/c/${id}#t=${secrets.tokenOf(tenantId, id)}`;

  const seen = async (tenantId: string, rows: SessionRow[]): Promise<SessionSeen[]> => {
    const sends = Map.groupBy(
      await listSends(
        database,
        tenantId,
        rows.map(({ id }) => id),
      ),
      ({ sessionId }) => sessionId,
    );
    return Promise.all(
      rows.map(async (row) => ({ ...(await toSession(vault, row)), sends: sends.get(row.id) ?? [] })),
    );
  };
  const seenOne = async (tenantId: string, row: SessionRow): Promise<SessionSeen> => {
    const [session] = await seen(tenantId, [row]);
    if (session === undefined) throw new Error('every row is shown');
    return session;
  };

  return {
    async create(caller, given, requestId, also) {
      const { tenantId, credentialId, person } = caller;
      const id = requestId;
      const version = await mustBeAcceptable(needs, tenantId, given);
      const token = secrets.tokenOf(tenantId, id);
      const tenantVault = await vault.forTenant(tenantId);
      const { externalReference: reference, returnUrl, prefill, testOptions, wantedVerdict } = given;
      const row = {
        ...given,
        tenantId,
        id,
        credentialId,
        consentVersion: version,
        personId: person.id,
        wanted: toWanted(wantedVerdict, testOptions),
        clockId: testOptions?.clock ?? null,
        tokenHash: secrets.hashToken(id, token),
        details: sealPart(tenantVault, 'details', id, {
          ...(reference !== null && { externalReference: reference }),
          ...(returnUrl !== null && { returnUrl }),
        }),
        prefill: sealPart(tenantVault, 'prefill', id, inOrder(prefill)),
        referenceHash: reference === null ? null : needs.hashReference(tenantId, reference),
      };
      const insert = async (db: Queryable): Promise<boolean> => {
        const isMade = await insertSession(db, row);
        if (isMade) await also?.(db);
        return isMade;
      };
      const isNew = await (also === undefined ? insert(database) : database.transaction(insert));
      if (isNew) needs.onMove({ isTest: given.isTest, state: 'created' });
      const session = await seenOne(tenantId, await read(database, caller, id));
      return { session, url: urlOf(tenantId, id) };
    },

    read: async (caller, id) => seenOne(caller.tenantId, await read(database, caller, id)),

    async send(caller, id, to, from, requestId) {
      const session = await toSession(vault, await read(database, caller, id));
      const url = urlOf(caller.tenantId, session.id);
      await needs.sendLink(caller, { session, url, to }, from, requestId);
      return seenOne(caller.tenantId, await read(database, caller, id));
    },

    async list({ tenantId }, filters, page) {
      const { externalReference, ...rest } = filters;
      const referenceHash =
        externalReference === null ? null : needs.hashReference(tenantId, externalReference);
      const rows = await listSessions(
        database,
        tenantId,
        { ...rest, referenceHash },
        { beforeId: idIn(page.token), size: page.size + 1 },
      );
      const { items, token } = cutPage(rows, page.size, ({ id }) => id);
      return { items: await seen(tenantId, items), token };
    },

    async cancel(caller, id, from) {
      const by = {
        caller,
        from,
        action: 'consumer-session-cancelled',
        objectKind: 'consumer-session',
      } as const;
      const row = await changeAudited(
        database,
        by,
        (tx) => read(tx, caller, id),
        async (tx, found) => {
          const isDone = await cancelSession(tx, caller.tenantId, found.id, statesBefore('cancel'));
          if (isDone) needs.onMove({ isTest: found.isTest, state: 'cancelled' });
          if (!isDone && found.state !== 'cancelled') throw cannotCancel(found.state);
          const result = await read(tx, caller, found.id);
          return { result, before: { state: found.state }, isRepeated: !isDone };
        },
      );
      return seenOne(caller.tenantId, row);
    },
  };
}

/** As it is asked for: where the consumer lives now comes first. */
function inOrder(prefill: Prefill): Prefill {
  const { addresses } = prefill;
  return addresses === undefined ? prefill : { ...prefill, ...currentFirst({ addresses }) };
}

function toWanted(verdict: Verdict | undefined, testOptions: TestOptions | undefined) {
  if (verdict === undefined && testOptions === undefined) return null;
  return { ...(verdict !== undefined && { verdict }), ...(testOptions !== undefined && { testOptions }) };
}

/** Answers the version of the consent text that the consumer will be shown: the newest, from now on for this session. */
async function mustBeAcceptable(needs: Needs, tenantId: string, given: NewSession): Promise<number> {
  const { database } = needs;
  const { returnOrigins, embedOrigins } = await readSettings(database, tenantId);
  const text = isUuid(given.consentTextId)
    ? await findVersion(database, tenantId, given.consentTextId, null)
    : null;
  const problems: Problem[] = [];
  const note = (path: string, message: string | null): void => {
    if (message !== null) problems.push({ path, message });
  };
  if (given.returnUrl !== null) note('/returnUrl', whyReturnUrlRefused(given.returnUrl, returnOrigins));
  for (const [index, origin] of given.embedOrigins.slice(0, EMBED_ORIGINS_MAX).entries())
    note(`/embedOrigins/${index}`, whyEmbedOriginRefused(origin, embedOrigins));
  if (text === null)
    note('/consentTextId', 'must be the id of a consent text of this tenant that has been published');
  const clock = given.testOptions?.clock;
  if (clock !== undefined && (!isUuid(clock) || (await needs.clocks.findClock(tenantId, clock)) === null))
    note(
      '/testOptions/clock',
      'is not a test clock of this tenant, or it has ended: make one with POST …/test-clocks',
    );
  if (text !== null && problems.length === 0) return text.version;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new Refusal('validation-error', `The request body is not acceptable: ${count}. See details.`, {
    details: problems,
  });
}

function notFound(): Refusal {
  return new Refusal('not-found', 'There is no consumer session with this id.');
}

function cannotCancel(state: SessionState): Refusal {
  const isAtWork = state === 'submitted' || state === 'code';
  return new Refusal(
    'conflict',
    isAtWork
      ? 'This session has a report under way and cannot be cancelled now. Read it again when the report has ended.'
      : 'This session is over: there is nothing to cancel.',
  );
}
