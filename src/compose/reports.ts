// Composes the use cases of reports: generate, submit, resend, release, read, list. Those that a caller starts are counted.
import type { Config } from '../config/config.ts';
import { SHIPPED_SCHEME } from '../domain/agreements/motor-scheme.ts';
import { createKeepLiveApart } from '../http/edge/keep-live-apart.ts';
import { PURGED_ANSWER } from '../http/problems.ts';
import type { PdfMaker } from '../pdf/pdf-maker.ts';
import { createErasure } from '../storage/reports/erasure.ts';
import { isTestReport } from '../storage/reports/report-lists.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { createReadTimeline } from '../usecases/activity/read-timeline.ts';
import { createSearch } from '../usecases/activity/search.ts';
import { createIssueEvidence } from '../usecases/evidence/issue-evidence.ts';
import { createEraseReport, createEraseReports } from '../usecases/reports/erase-reports.ts';
import { createFindByPerson } from '../usecases/reports/find-by-person.ts';
import { createGenerateCharged } from '../usecases/reports/generate-charged.ts';
import { createGenerateFree } from '../usecases/reports/generate-free.ts';
import { createGenerateReport, type GenerateReport } from '../usecases/reports/generate-report.ts';
import { createGuardChallenge } from '../usecases/reports/guard-challenge.ts';
import { createListReports } from '../usecases/reports/list-reports.ts';
import type { LendersOf } from '../usecases/reports/own-lenders.ts';
import { createPrintReport } from '../usecases/reports/print-report.ts';
import {
  createAgreementsOf,
  createReadAgreements,
  createReadWithAgreements,
} from '../usecases/reports/read-agreements.ts';
import { createReadAttributes } from '../usecases/reports/read-attributes.ts';
import { createReadChanges } from '../usecases/reports/read-changes.ts';
import { createReadNumber } from '../usecases/reports/read-number.ts';
import { createReadReport } from '../usecases/reports/read-report.ts';
import { createRegisterDevice } from '../usecases/reports/register-device.ts';
import { createReleaseReport } from '../usecases/reports/release-report.ts';
import { createResendSms } from '../usecases/reports/resend-sms.ts';
import { createSendCode } from '../usecases/reports/send-code.ts';
import { createSubmitOtp, type SubmitOtp } from '../usecases/reports/submit-otp.ts';
import { createTestClocks } from '../usecases/reports/test-clocks.ts';
import type { PricesOf } from '../usecases/wallet/prices.ts';
import { createTestWorld } from '../world/test-mode.ts';
import { watched } from '../world/watched.ts';
import type { Live } from './live-world.ts';
import type { Stores } from './stores.ts';

export function composeReports(given: {
  config: Config;
  stores: Stores;
  live: Live | null;
  pricesOf: PricesOf;
  lendersOf: LendersOf;
  metrics: Metrics;
  makePdf: PdfMaker['make'];
  /** Of test requests that are to take their time. */
  pause: (ms: number) => Promise<void>;
}) {
  const { config, stores, live, pricesOf, lendersOf, metrics } = given;
  const { database, reports, challenges, charged, ledger, clocks, receipts, nowMs } = stores;
  const { hashCode, hashPerson, hashReference, pathOfReference, finders, recordIds } = stores;
  const worlds = {
    live: live && watched(live.world),
    test: createTestWorld({ nowMs, recordIds, pause: given.pause }),
  };
  const { rehearse = async () => {} } = worlds.test;
  const releaseReport = createReleaseReport({ worlds, reports, charged, hashPerson });
  const guard = createGuardChallenge({
    limits: stores.challengeLimits,
    hashKey: (...parts) => stores.keyring.mac('hash-challenge-keys', ...parts),
    settings: config,
  });
  const sendCode = createSendCode({ challenges, messages: stores.messages, guard });
  const generateCharged = createGenerateCharged({
    charged,
    reports,
    ledger,
    pricesOf,
    nowMs,
    guard,
    sendCode,
    hashCode,
    hashPerson,
    hashReference,
    pathOfReference,
    finders,
  });
  const generateFree = createGenerateFree({
    reports,
    challenges,
    clocks,
    receipts,
    pricesOf,
    hashCode,
    hashReference,
    pathOfReference,
    finders,
  });
  const generateReport = createGenerateReport({ worlds, generateFree, generateCharged });
  const readReport = createReadReport({ worlds, reports, releaseReport });
  const scheme = config.MOTOR_SCHEME_FILE ?? SHIPPED_SCHEME;
  const agreementsOf = createAgreementsOf({ scheme, lendersOf });
  const printReport = createPrintReport({ database, makePdf: given.makePdf, scheme });
  const submitOtp = createSubmitOtp({ worlds, reports, challenges, hashCode, releaseReport });

  const listReports = createListReports({ database, lists: stores.lists, hashReference, pathOfReference });

  return {
    guard,
    generateReport: countReports(generateReport, metrics),
    submitOtp: countCodes(submitOtp, metrics),
    resendSms: createResendSms({
      worlds,
      reports,
      challenges,
      pricesOf,
      hashCode,
      guard,
      sendCode,
      receipts,
    }),
    testClocks: createTestClocks({ clocks, receipts, reports, nowMs }),
    rehearse,
    readReport,
    readNumber: createReadNumber({ reports }),
    printReport,
    readAttributes: createReadAttributes({ readReport }),
    readChanges: createReadChanges({ readReport, recordIds, hashNames: stores.hashNames }),
    readAgreements: createReadAgreements({ readReport, agreementsOf }),
    readWithAgreements: createReadWithAgreements({ readReport, agreementsOf }),
    agreementsOf,
    eraseReport: createEraseReport(
      createEraseReports({
        erasure: createErasure({ database, vault: stores.vault, hashPerson }),
        hashReference,
        answerFromNow: PURGED_ANSWER,
        journal: config.ERASURE_JOURNAL,
      }),
    ),
    issueEvidence: createIssueEvidence({
      database,
      readReport,
      printReport,
      vault: stores.vault,
      keys: stores.evidenceKeys,
      publicUrl: config.publicUrl,
      readTimeline: createReadTimeline({ database, reports }),
    }),
    listEvidenceKeys: stores.evidenceKeys.list,
    listReports,
    search: createSearch({ database, listReports }),
    findByPerson: createFindByPerson({
      database,
      listReports,
      finders,
      lists: stores.lists,
      rateWindows: stores.rateWindows,
      hashKey: (key) => stores.keyring.mac('hash-rate-keys', key).toString('base64url'),
    }),
    keepLiveApart: createKeepLiveApart({ isTestReport: (...ids) => isTestReport(database, ...ids) }),
    registerDevice: createRegisterDevice({ sessions: stores.deviceSessions }),
  };
}

function countReports(generateReport: GenerateReport, metrics: Metrics): GenerateReport {
  return async (input) => {
    const charged = await generateReport(input);
    metrics.countReport(input.test ? 'test' : 'live', charged.answer.status);
    return charged;
  };
}

function countCodes(submitOtp: SubmitOtp, metrics: Metrics): SubmitOtp {
  return async (input) => {
    const charged = await submitOtp(input);
    metrics.countCode(charged.answer.status);
    return charged;
  };
}
