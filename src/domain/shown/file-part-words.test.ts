import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coverage } from '../reports/credit-report.ts';
import type { FileParts, Judgment, RollEntry } from '../reports/file-parts.ts';
import { partSections } from './file-part-words.ts';

const JUDGMENT: Judgment = {
  kind: 'county-court-judgment',
  status: 'satisfied',
  court: 'EXAMPLETON',
  caseNumber: 'K41Z5521',
  amount: { amount: 41_037, currency: 'GBP' },
  date: '2024-02-29',
  satisfiedDate: '2024-05-15',
  notices: [{ id: 'experian', type: 'correction', text: 'I paid at once.' }],
  bureaus: [
    { id: 'experian', ref: 'a' },
    { id: 'transunion', ref: 'b', status: 'open' },
  ],
};
const shown = (parts: FileParts, bureaus: Partial<Coverage['bureaus'][number]>[] = []) => {
  const asked = { answered: true, hasFile: true, names: 1, addresses: 1 };
  const coverage = { bureaus: bureaus.map((one) => ({ ...asked, ...one })) } as unknown as Coverage;
  return partSections({ residencies: [], ...parts, ...(bureaus.length > 0 && { coverage }) });
};

test('a judgment says what it is, how it stands, until when it stays, who has it and who says otherwise, with its notice', () => {
  const [section] = shown({ judgments: [JUDGMENT] });
  assert.equal(section?.title, 'Court judgments');
  assert.equal(section?.none, null);
  assert.deepEqual(section?.entries, [
    {
      title: 'County court judgment',
      standing: { words: 'Satisfied', tone: 'quiet' },
      facts: [
        ['Amount', '£410.37'],
        ['Court', 'Exampleton'],
        ['Case number', 'K41Z5521'],
        ['Date of judgment', '29 February 2024'],
        ['Satisfied', '15 May 2024'],
        ['Stays on file until', '28 February 2030'],
        ['Reported by', 'Experian and TransUnion'],
        ['Says otherwise', 'TransUnion: not paid'],
      ],
      notices: ['Notice of correction (Experian): “I paid at once.”'],
    },
  ]);
});

test('a notice that two bureaus have stands once, not in capitals; and its section does not say that there is none', () => {
  const [first] = JUDGMENT.notices ?? [];
  assert.ok(first !== undefined);
  const loud = { ...first, id: 'equifax' as const, text: 'I PAID AT ONCE.' };
  const another = { ...first, id: 'equifax' as const, text: 'It was not mine.' };
  const [judgments, notices] = shown({
    judgments: [{ ...JUDGMENT, notices: [loud, first, another] }],
    notices: [],
  });
  assert.deepEqual(judgments?.entries[0]?.notices, [
    'Notice of correction (Equifax and Experian): “I paid at once.”',
    'Notice of correction (Equifax): “It was not mine.”',
  ]);
  assert.equal(notices?.none, 'On file beside what they are about.');
});

test('none found says at whom; a part that nobody was asked for has no section', () => {
  const sections = shown({ judgments: [], scores: [] }, [
    { id: 'equifax', notAsked: ['scores'] },
    { id: 'experian' },
    { id: 'transunion', answered: false },
  ]);
  assert.deepEqual(
    sections.map(({ part, none }) => [part, none]),
    [
      ['judgments', 'None found at Equifax and Experian.'],
      ['scores', 'None found at Experian.'],
    ],
  );
  assert.deepEqual(shown({}), []);
});

test('an insolvency stays for six years, or as long as its restrictions', () => {
  const order = { kind: 'bankruptcy', status: 'in-force', date: '2025-05-19', bureaus: [] } as const;
  const [first, second] =
    shown({
      insolvencies: [
        { ...order, bureaus: [] },
        { ...order, bureaus: [], restriction: { to: '2035-11-19' } },
      ],
    })[0]?.entries ?? [];
  const until = (entry: typeof first) => entry?.facts.find(([name]) => name === 'Stays on file until')?.[1];
  assert.deepEqual([until(first), until(second)], ['19 May 2031', '19 November 2035']);
});

test('of an insolvency: the trade, the number with its year, the restrictions with their kind', () => {
  const order = { kind: 'bankruptcy', status: 'in-force', caseNumber: '321', bureaus: [] } as const;
  const restriction = { kind: 'undertaking', from: '2025-11-19', to: '2029-11-19' } as const;
  const factsOf = (more: object) =>
    shown({ insolvencies: [{ ...order, bureaus: [], ...more }] })[0]?.entries[0]?.facts;
  assert.deepEqual(factsOf({ caseYear: 2025, tradingName: 'LARKFORD ROOFING', restriction }), [
    ['Case number', '321 of 2025'],
    ['Traded as', 'Larkford Roofing'],
    ['Restrictions', 'from 19 November 2025, until 19 November 2029, by an undertaking'],
    ['Stays on file until', '19 November 2029'],
  ]);
  assert.deepEqual(factsOf({ restriction: {} }), [['Case number', '321']]);
});

test('the roll is as exact as bureaus say, by address', () => {
  const address = { addressLine1: '9 Orchard Street, NETHER APPLEWICK, ZZ1 1AA', lines: [] } as never;
  const electoralRoll = [
    { from: '2014', to: '2023', bureaus: ['equifax'] },
    { from: '2014-10-16', bureaus: ['experian', 'transunion'] },
    { from: '2009-10', to: '2013-03' },
  ] satisfies RollEntry[];
  const [section] = partSections({
    residencies: [{ address, isCurrent: true, electoralRoll }],
  });
  assert.equal(section?.entries[0]?.title, '9 Orchard Street, Nether Applewick, ZZ1\u00a01AA');
  assert.deepEqual(section?.entries[0]?.facts, [
    ['On the roll', 'from 2014 to 2023, by Equifax'],
    ['On the roll', 'from 16 October 2014, by Experian and TransUnion'],
    ['On the roll', 'from October 2009 to March 2013'],
  ]);
});

test('a fraud warning says that it is there and who filed it, a score its own scale and reasons', () => {
  const sections = shown({
    fraudMarkers: [{ id: 'experian', companyName: 'BELLWETHER BANK PLC' }],
    scores: [{ id: 'transunion', scale: '10', value: 455, reasons: ['302'] }],
  });
  assert.deepEqual(
    sections.map(({ entries }) => entries[0]?.facts),
    [
      [
        ['Filed by', 'Bellwether Bank plc'],
        ['Bureau', 'Experian'],
      ],
      [
        ['Score', '455'],
        ['Scale', '10'],
        ['Reason codes', '302'],
      ],
    ],
  );
});
