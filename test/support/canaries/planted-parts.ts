// A live world whose reports have all of the rest of a credit file, every text of it a canary: names of associates and aliases, words and
// references of notices, courts, case numbers, who filed a fraud marker, the bureaus' references.
import type { CreditReport } from '../../../src/domain/reports/credit-report.ts';
import type { Notice } from '../../../src/domain/reports/file-parts.ts';
import type { Sms } from '../../../src/sms/index.ts';
import type { World } from '../../../src/world/world.ts';
import { createSmsWorld } from '../worlds/sms-world.ts';
import type { Canaries } from './canaries.ts';

/** `planted`: what each text is, by the text as it stands in a report. Every other report has a judgment and an insolvency more, so that one is new and one is gone between any two. */
export function createPlantedWorld(canaries: Canaries, planted: Map<string, string>) {
  const plant = (what: string, which = ''): string => {
    const text = `${canaries.word(what.replaceAll(' ', ''))}${which}`;
    planted.set(text, what);
    return text;
  };
  const notice = (which: string): Notice => ({
    ...{ id: 'transunion', type: 'correction', date: '2026-01-04' },
    ...{ ref: plant('notice reference', which), text: `It was ${plant('notice text', which)}.` },
  });
  const record = (which: string) => ({
    ...{ court: plant('court', which), caseNumber: plant('case number', which) },
    ...{ amount: { amount: 41_000, currency: 'GBP' }, date: '2024-08-12', notices: [notice(which)] },
    bureaus: [{ id: 'transunion' as const, ref: plant('reference', which) }],
  });
  const linked = (name: string) => [
    { name, since: '2016-04-01', notices: [notice('Link')], bureaus: [{ id: 'transunion' as const }] },
  ];
  const partsOf = (which: string): Partial<CreditReport> => ({
    judgments: [{ kind: 'county-court-judgment', status: 'open', ...record(`J${which}`) }],
    insolvencies: [
      {
        kind: 'bankruptcy',
        status: 'in-force',
        tradingName: plant('trading name', which),
        ...record(`I${which}`),
      },
    ],
    associations: linked(`MRS NERYS ${plant('associate')}`),
    aliases: linked(`MR DAVID ${plant('alias')}`),
    notices: [notice('File')],
    fraudMarkers: [{ id: 'transunion', companyName: plant('fraud marker') }],
    scores: [{ id: 'transunion', scale: plant('scorecard'), value: 455 }],
  });
  return (parts: { sms: Sms }): World => {
    const world = createSmsWorld(parts);
    let count = 0;
    return {
      ...world,
      async fetchCreditReport(request) {
        const fetched = await world.fetchCreditReport(request);
        if (fetched.creditReport === null) return fetched;
        count += 1;
        const report: CreditReport = JSON.parse(fetched.creditReport.json);
        const [first] = report.consumerData.records;
        if (first !== undefined) first.notices = [notice('Account')];
        Object.assign(report, partsOf(count % 2 === 0 ? 'Even' : 'Odd'));
        return { ...fetched, creditReport: { json: JSON.stringify(report) } };
      },
    };
  };
}
