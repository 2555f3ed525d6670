// Composes the hosted page's side: consumer sessions for their tenants and for the browsers at them, consent texts, branding.
import { PERSONAS } from '../bureaus/simulation/population/personas.ts';
import type { Config } from '../config/config.ts';
import { createStepRecorder } from '../http/request-record.ts';
import type { Mailer } from '../mail/mailer.ts';
import { drawPreview } from '../pages/hosted/preview.ts';
import type { ConsumerNeeds } from '../pages/hosted/room.ts';
import { openFinder } from '../postcodes/index.ts';
import { madeUpAddresses } from '../postcodes/made-up.ts';
import { finderOf } from '../postcodes/settings.ts';
import type { Sms } from '../sms/index.ts';
import type { NewRequest } from '../storage/activity/request-log.ts';
import { readBrand } from '../storage/hosted/brands.ts';
import { purgeRequests } from '../storage/hosted/consumer-requests.ts';
import { tendSessions } from '../storage/hosted/follow.ts';
import { purgeSessions } from '../storage/hosted/sessions.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createAskBureaus } from '../usecases/hosted/ask-bureaus.ts';
import { type Branding, createBranding, toBrand } from '../usecases/hosted/branding.ts';
import { type ConsentTexts, createConsentTexts } from '../usecases/hosted/consent-texts.ts';
import { type ConsumerRequests, createConsumerRequests } from '../usecases/hosted/consumer-requests.ts';
import { createLinkSecrets } from '../usecases/hosted/link-secrets.ts';
import { createRenewLink, type RenewLink } from '../usecases/hosted/renew-link.ts';
import { createSendLink } from '../usecases/hosted/send-link.ts';
import { type ConsumerSessions, createConsumerSessions } from '../usecases/hosted/sessions.ts';
import type { ConsumerVisits } from '../usecases/hosted/visit.ts';
import { createVisits, type OnMove } from '../usecases/hosted/visits.ts';
import type { GenerateReport } from '../usecases/reports/generate-report.ts';
import type { GuardChallenge } from '../usecases/reports/guard-challenge.ts';
import type { PrintReport } from '../usecases/reports/print-report.ts';
import type { AgreementsOf } from '../usecases/reports/read-agreements.ts';
import type { ReadReport } from '../usecases/reports/read-report.ts';
import type { ResendSms } from '../usecases/reports/resend-sms.ts';
import type { SubmitOtp } from '../usecases/reports/submit-otp.ts';
import type { PricesOf } from '../usecases/wallet/prices.ts';
import type { Stores } from './stores.ts';

const SESSIONS_PER_BATCH = 200;

export type Hosted = {
  forApp: {
    consumerSessions: ConsumerSessions;
    renewLink: RenewLink;
    consumerVisits: ConsumerVisits;
    consumerRequests: ConsumerRequests;
    consentTexts: ConsentTexts;
    branding: Branding;
    drawPreview: typeof drawPreview;
  };
  findAddresses: ConsumerNeeds['findAddresses'];
  close(): Promise<void>;
  /** Lets sessions follow their reports, and ends those whose time is over. */
  tend(): Promise<void>;
  keepHouse(): Promise<void>;
};

export async function composeConsumerSessions(given: {
  config: Config;
  stores: Stores;
  reports: {
    generateReport: GenerateReport;
    submitOtp: SubmitOtp;
    resendSms: ResendSms;
    readReport: ReadReport;
    printReport: PrintReport;
    agreementsOf: AgreementsOf;
    guard: GuardChallenge;
  };
  sms: Sms;
  mailer: Mailer;
  pricesOf: PricesOf;
  metrics: Metrics;
  /** Null while the request log is switched off. */
  recordRequest: ((request: NewRequest) => void) | null;
}): Promise<Hosted> {
  const { config, stores, metrics, recordRequest } = given;
  const { database, vault, clocks, hashReference } = stores;
  const { readReport, printReport, agreementsOf, guard, ...asking } = given.reports;
  const { sms, mailer, pricesOf } = given;
  const secrets = createLinkSecrets(stores.keyring);
  const onMove: OnMove = ({ isTest, state }) => metrics.countSession(isTest ? 'test' : 'live', state);
  const { find, viewOf, moved, ...visits } = createVisits({
    database,
    vault,
    secrets,
    readReport,
    printReport,
    agreementsOf,
    onMove,
  });
  const sessions = createConsumerSessions({
    database,
    vault,
    clocks,
    secrets,
    hashReference,
    onMove,
    publicUrl: config.publicUrl,
    sendLink: createSendLink({
      database,
      sms,
      mailer,
      guard,
      pricesOf,
      messages: stores.messages,
      nameOf: async (tenantId) => toBrand(await readBrand(database, tenantId)).name,
    }),
  });
  const finding = await composeFinder(config, metrics);
  return {
    ...finding,
    forApp: {
      consumerSessions: sessions,
      renewLink: createRenewLink({ database, vault, sessions, onMove, reports: stores.reports }),
      consumerVisits: {
        ...visits,
        ...createAskBureaus({
          database,
          secrets,
          onMove,
          ...asking,
          reports: stores.reports,
          visits: { find, viewOf, moved },
          onRefused: recordRequest === null ? () => {} : createStepRecorder(recordRequest),
        }),
      },
      consumerRequests: createConsumerRequests({ database, vault, secrets }),
      consentTexts: createConsentTexts({ database }),
      branding: createBranding({ database }),
      drawPreview,
    },
    tend: async () => (await tendSessions(database, SESSIONS_PER_BATCH)).forEach(onMove),
    keepHouse: async () => {
      while ((await purgeSessions(database, SESSIONS_PER_BATCH)) >= SESSIONS_PER_BATCH);
      while ((await purgeRequests(database, SESSIONS_PER_BATCH)) >= SESSIONS_PER_BATCH);
    },
  };
}

/** Test mode asks nobody. A simulated supplier knows where the personas live. */
async function composeFinder(
  config: Config,
  metrics: Metrics,
): Promise<Pick<Hosted, 'findAddresses' | 'close'>> {
  const id = finderOf(config);
  if (id === null) return { findAddresses: null, close: async () => {} };
  const homes = PERSONAS.flatMap(({ person }) => person.addresses.map(({ address }) => address));
  const finder = await openFinder(id, config, homes);
  return {
    close: finder.close,
    async findAddresses(isTest, postcode) {
      if (isTest) {
        const addresses = madeUpAddresses(postcode);
        return addresses.length === 0 ? { kind: 'none' } : { kind: 'found', addresses };
      }
      const found = await finder.find(postcode);
      metrics.countAddressFind(found.kind);
      return found;
    },
  };
}
