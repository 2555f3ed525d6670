// The time of what is worked out from a document, for npm run bench:merge: attributes and motor list of 400 and of 1,200 records.
import { motorAgreements } from '../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../src/domain/agreements/motor-scheme.ts';
import { attributesOf } from '../src/domain/attributes/attributes.ts';
import type { AccountRecord, CreditReport } from '../src/domain/reports/credit-report.ts';
import { populationDocuments, TODAY } from '../test/support/bureaus/population-documents.ts';

const ROUNDS = 30;
const SIZES = [400, 1_200];
const ATTRIBUTES_MS_MAX = 5;

export function figuresTable(seed: string): string {
  const records = [...populationDocuments(seed, 150)].flatMap(({ report }) => report.consumerData.records);
  const rows = SIZES.map((size) => {
    const report = documentOf(
      Array.from({ length: size }, (_, at) => records[at % records.length] as AccountRecord),
    );
    const given = { asOf: TODAY, bureaus: [], scheme: SHIPPED_SCHEME };
    const attributesMs = cpuMs(() => attributesOf(report, { asOf: TODAY, day: TODAY, incomePence: 250_000 }));
    const agreementsMs = cpuMs(() => motorAgreements(report, given));
    return `| ${size} | ${attributesMs.toFixed(1)} | ${agreementsMs.toFixed(1)} |`;
  });
  return [
    `\n## Figures of a document, ms of CPU, median of ${ROUNDS} (attributes of 400 records: limit ${ATTRIBUTES_MS_MAX})\n`,
    '| Records | Attributes | Agreements |',
    '|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

function documentOf(records: AccountRecord[]): CreditReport {
  return {
    person: { firstName: 'Ada', lastName: 'Sample', dateOfBirth: '1985-04-12' },
    residencies: [],
    consumerData: { records },
    previousSearches: { providers: [] },
  };
}

function cpuMs(run: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begun = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  });
  return rounds.sort((a, b) => a - b)[ROUNDS / 2] as number;
}
