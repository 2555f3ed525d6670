// What Equifax is asked: the request against its twin (names, order, namespaces), names and places in its alphabet and lengths, and the
// data sets that the settings name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EquifaxSettings } from '../../../src/bureaus/equifax/settings.ts';
import type { Consumer, UkAddress } from '../../../src/domain/reports/consumer.ts';
import { createSeededChance } from '../../support/bureaus/mutations.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';

const REPORT_ID = '0198c5a0-0000-7000-8000-000000000001';
const HOME: UkAddress = {
  buildingNumber: '12',
  thoroughfare: 'Orchard Street',
  townOrCity: 'Nether Applewick',
  postcode: 'ZZ1 1AA',
};
const ADA: Consumer = { ...TWIN_PEOPLE.ada, addresses: [{ ukAddress: HOME }] };

async function ask(consumer: Consumer, settings: Partial<EquifaxSettings> = {}) {
  const json = settings.EQUIFAX_STYLE === 'json';
  const place = { addressMatchStatus: 'NO_MATCH' };
  const reply = json
    ? JSON.stringify({ clientRef: REPORT_ID, soleSearch: { primary: { suppliedAddressData: [place] } } })
    : readTwin('equifax-no-match.xml').replace('wires-eq-no-match', REPORT_ID);
  const { answer, requests } = await answerToTwin(
    'equifax',
    reply,
    { reportId: REPORT_ID, consumer },
    { settings },
  );
  return { answer, requests, sent: requests[0] ?? '' };
}

/** Every element with its namespace, its attributes and its text, in order. */
function outlineOf(xml: string): string[] {
  const lines: string[] = [];
  const scopes: Map<string, string>[] = [new Map([['', '']])];
  for (const [, close, tag = '', rest = '', empty, text = ''] of xml.matchAll(
    /<(\/?)([\w.:-]+)([^<>]*?)(\/?)>([^<]*)/g,
  )) {
    if (close === '/') {
      scopes.pop();
      continue;
    }
    const attributes = [...rest.matchAll(/([\w.:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({
      name,
      value,
    }));
    const scope = new Map(scopes.at(-1));
    for (const { name, value } of attributes) {
      if (/^xmlns(:|$)/.test(name)) scope.set(name.slice('xmlns:'.length), value);
    }
    const spelt = (name: string, isElement: boolean): string => {
      const [local = '', prefix = ''] = name.split(':').toReversed();
      return `{${prefix === '' && !isElement ? '' : scope.get(prefix)}}${local}`;
    };
    const own = attributes.filter(({ name }) => !name.startsWith('xmlns'));
    const shown = own.map(({ name, value }) => ` ${spelt(name, false)}=${value}`).join('');
    lines.push(`${'  '.repeat(scopes.length)}${spelt(tag, true)}${shown} ${text.trim()}`);
    if (empty !== '/') scopes.push(scope);
  }
  return lines;
}

test('the request is its twin: names, order, namespaces, what is asked for', async () => {
  const before = {
    subBuildingName: 'Flat 2',
    buildingName: 'Rook Court',
    thoroughfare: 'Larkspur Row',
    townOrCity: 'Leeds',
    postcode: 'ZZ1 2AB',
  };
  const consumer = {
    ...ADA,
    title: 'Ms',
    middleName: 'MAY',
    previousNames: [{ firstName: 'Ada', lastName: 'Otherwise' }],
    addresses: [{ ukAddress: HOME }, { ukAddress: before }],
  };
  const { sent, answer } = await ask(consumer, {
    EQUIFAX_USERNAME: 'USER@CLIENT',
    EQUIFAX_PASSWORD: 'example',
  });
  // The comma is not in the alphabet that is known to be safe.
  const twin = readTwin('equifax-request.xml').replace('Flat 2, Rook', 'Flat 2 Rook');
  assert.deepEqual(outlineOf(sent), outlineOf(twin));
  assert.ok(outlineOf(sent).length > 60);
  assert.ok(!('altered' in answer), 'nothing was changed');
  const json = JSON.parse((await ask(consumer, { EQUIFAX_STYLE: 'json' })).sent);
  assert.deepEqual(Object.keys(json.soleSearch), [
    'creditSearchConfig',
    'matchCriteria',
    'requestedData',
    'primary',
  ]);
  assert.deepEqual(json.soleSearch.requestedData.insightRequest, {
    maxNumber: 0,
    scope: 'SUPPLIED_AND_LINKED',
  });
  assert.equal(Object.keys(json.soleSearch.requestedData).length, 11);
  assert.deepEqual(json.soleSearch.primary.dob, { day: 12, month: 4, year: 1985 });
  assert.equal(json.soleSearch.matchCriteria.family, 'NOT_REQUIRED');
});

test('an address with every part keeps the order of the bureau', async () => {
  const address = { ...HOME, buildingName: 'Rook Court', district: 'Millend', county: 'Exampleshire' };
  const { sent } = await ask({
    ...ADA,
    addresses: [{ ukAddress: { ...address, thoroughfare: 'A'.repeat(31) } }],
  });
  const names = [...(/<address>(.*?)<\/address>/.exec(sent)?.[1] ?? '').matchAll(/<(\w+)>/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(names, [
    'county',
    'district',
    'name',
    'number',
    'postcode',
    'postTown',
    'street1',
    'street2',
  ]);
});

const FOLDED: [given: string, sent: string][] = [
  ['Zoë', 'Zoe'],
  ["D'Arcy", "D'Arcy"],
  ['O’Brien', "O'Brien"],
  ['Ó Súilleabháin', 'O Suilleabhain'],
  ['Großmann', 'Grossmann'],
  ['Łucja', 'Lucja'],
  ['St. John', 'St John'],
  ['Smith & Jones', 'Smith and Jones'],
  ['Jean‑Luc', 'Jean-Luc'],
  ['Hubert Blaine Wolfeschlegelsteinhausen', 'Hubert Blaine Wolfeschlegelste'],
];

test('names and streets are folded to the bureau’s alphabet, and the answer says what was changed', async () => {
  for (const [given, folded] of FOLDED) {
    const ukAddress = { ...HOME, thoroughfare: given };
    const { sent, answer } = await ask({
      ...ADA,
      firstName: given,
      lastName: given,
      addresses: [{ ukAddress }],
    });
    const text = (name: string) =>
      new RegExp(`<${name}>(.*?)</${name}>`).exec(sent)?.[1]?.replaceAll('&apos;', "'");
    assert.deepEqual([text('forename'), text('surname')], [folded, folded], given);
    if (given.length <= 30) assert.equal(text('street1'), folded, given);
    const changes = answer.altered?.filter(({ field }) => field === '/lastName');
    const change = given.length > 30 ? 'cut' : 'folded';
    const expected = given === folded ? undefined : [{ field: '/lastName', sent: folded, change }];
    assert.deepEqual(changes, expected, given);
  }
});

test('street1 takes 30 characters; the rest goes on in street2, and what is then left is cut', async () => {
  const streets = async (thoroughfare: string) => {
    const { sent, answer } = await ask({ ...ADA, addresses: [{ ukAddress: { ...HOME, thoroughfare } }] });
    const [first, second] = ['street1', 'street2'].map(
      (name) => new RegExp(`<${name}>(.*?)<`).exec(sent)?.[1],
    );
    return { first, second, altered: answer.altered };
  };
  const thirty = 'Old Saint Bartholomew Church W';
  assert.deepEqual(await streets(thirty), { first: thirty, second: undefined, altered: undefined });
  const longer = await streets(`${thirty}alk`);
  assert.deepEqual(longer, { first: 'Old Saint Bartholomew Church', second: 'Walk', altered: undefined });
  const long = await streets(`${'Very '.repeat(15)}Long Road`);
  assert.ok((long.first ?? '').length <= 30 && (long.second ?? '').length <= 30);
  assert.deepEqual(
    long.altered?.map(({ field, change }) => [field, change]),
    [['/addresses/0/ukAddress/thoroughfare', 'cut']],
  );
});

test('who or what cannot be written is not asked for, and nothing is sent', async () => {
  const empty: Partial<Consumer>[] = [
    { lastName: '李' },
    { firstName: '李' },
    { addresses: [] },
    { addresses: [{ ukAddress: { ...HOME, postcode: '…' } }] },
  ];
  for (const change of empty) {
    const { answer, requests } = await ask({ ...ADA, ...change });
    assert.deepEqual([answer.status, requests], ['rejected-request', []]);
  }
});

test('the settings say what is asked for, in the bureau’s order whatever theirs', async () => {
  const requested = (sent: string) =>
    [
      ...(/<requestedData>(.*?)<\/requestedData>/.exec(sent)?.[1] ?? '').matchAll(
        /<(\w+Requests?|scoreLabel)>/g,
      ),
    ].map(([, name]) => name);
  const { sent } = await ask(ADA, { EQUIFAX_DATA_SETS: ['searchesRequest', 'insightRequest'] });
  assert.deepEqual(requested(sent), ['insightRequest', 'searchesRequest']);
  const scored = await ask(ADA, {
    EQUIFAX_DATA_SETS: ['gainRequest'],
    EQUIFAX_SCORE_LABELS: ['RNOLF04', 'PSOLF01'],
  });
  assert.deepEqual(requested(scored.sent), [
    'gainRequest',
    'scoreAndCharacteristicRequests',
    'scoreRequest',
    'scoreLabel',
    'scoreLabel',
  ]);
});

test('500 varied people: every text is in the alphabet and within its length', async () => {
  const chance = createSeededChance(29);
  const parts = [
    'Zoë',
    'Ní',
    'Ó',
    "d'",
    'St. ',
    'Ærø',
    '’',
    '-',
    '李',
    ' & ',
    'Ltd.',
    '(rear)',
    'Straße',
    'Nguyễn',
    '\t',
    '🌳',
    '"',
    '<b>',
  ];
  const text = (most: number): string =>
    `A${Array.from({ length: chance.below(most) }, () => chance.pick(parts)).join('')}`;
  const limits: Record<string, number> = {
    ...{ middleName: 30, surname: 30, title: 30, forename: 30, county: 30, district: 35, name: 50 },
    ...{ number: 12, postcode: 8, postTown: 30, street1: 30, street2: 30 },
  };
  for (let index = 0; index < 500; index += 1) {
    const ukAddress = {
      ...{ subBuildingName: text(9), buildingName: text(9), buildingNumber: text(3), thoroughfare: text(20) },
      ...{ district: text(9), townOrCity: text(9), county: text(9), postcode: 'ZZ1 1AA' },
    };
    const names = { title: text(3), firstName: text(9), middleName: text(9), lastName: text(12) };
    const { sent } = await ask({ ...ADA, ...names, addresses: [{ ukAddress }, { ukAddress }] });
    const primary = /<primary>(.*)<\/primary>/s.exec(sent)?.[1] ?? assert.fail('nothing was sent');
    let count = 0;
    for (const [, name = '', raw = ''] of primary.matchAll(/<(\w+)>([^<]+)<\/\1>/g)) {
      if (name === 'dob') continue;
      const value = raw.replaceAll('&apos;', "'");
      count += 1;
      assert.match(value, /^[A-Za-z0-9 '/-]+$/, `${name} of person ${index}`);
      assert.ok(value.length <= (limits[name] ?? 0), `${name} of person ${index}`);
    }
    assert.ok(count >= 16, `person ${index}`);
  }
});
