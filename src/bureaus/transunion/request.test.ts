// TransUnion's search request: the order and lengths of the public schema, in plain letters, and what is said of what was changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_BUREAU_SETTINGS } from '../../../test/support/bureaus/bureau-bench.ts';
import { consumerLike, HOME } from '../../../test/support/bureaus/bureau-people.ts';
import { readTwin } from '../../../test/support/bureaus/wire-twins.ts';
import type { Consumer } from '../../domain/reports/consumer.ts';
import { CallFailed } from '../bureau.ts';
import { toSearchRequest } from './request.ts';

const ask = (changes: Partial<Consumer> = {}) =>
  toSearchRequest(DEFAULT_BUREAU_SETTINGS, 'report-1', consumerLike(changes));
const valuesIn = (envelope: string, element: string) =>
  [...envelope.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g'))].map(([, value]) => value);
const tagsIn = (text: string) => [...text.matchAll(/<([a-zA-Z]\w*)/g)].map(([, name]) => name);

test('a search has two names and three addresses at most, the present ones first', () => {
  const { envelope } = ask({
    previousNames: ['Sedgewren', 'Reedwren'].map((lastName) => ({ firstName: 'Wren', lastName })),
    addresses: ['1', '2', '3', '4'].map((buildingNumber) => ({ ukAddress: { ...HOME, buildingNumber } })),
  });
  assert.equal(valuesIn(envelope, 'surname').length, 2);
  assert.equal(valuesIn(envelope, 'surname')[1], 'Sedgewren');
  assert.deepEqual(valuesIn(envelope, 'buildingno'), ['1', '2', '3']);
});

test('the elements are those of the twin, in its order; all data sets are asked for', () => {
  const { envelope, altered } = ask({
    addresses: [
      { ukAddress: HOME },
      { ukAddress: { ...HOME, buildingNumber: '', buildingName: 'Rook Court', subBuildingName: 'Flat 2' } },
    ],
  });
  const twin = readTwin('transunion-request.xml').replace(/<enddate>.*?<\/enddate>/, '');
  assert.deepEqual(tagsIn(envelope), tagsIn(twin));
  assert.match(envelope, /<creditrequest schemaversion="7.2" datasets="511">/);
  assert.equal(altered, undefined, 'a county has no place, and is no news');
});

type Field = [changes: Partial<Consumer>, element: string, sent: (string | undefined)[], altered: object[]];
const at = (place: object): Partial<Consumer> => ({ addresses: [{ ukAddress: { ...HOME, ...place } }] });
const STREET = 'Upper Long Street of the Seven Sisters and the Twelve Apostles West';
const place = '/addresses/0/ukAddress';

const FIELDS: Field[] = [
  [{ firstName: 'Zoë' }, 'forename', ['Zoe'], [{ field: '/firstName', sent: 'Zoe', change: 'folded' }]],
  [{ lastName: "D'Arcy" }, 'surname', ['D&apos;Arcy'], []],
  [
    { lastName: 'O’Brien' },
    'surname',
    ['O&apos;Brien'],
    [{ field: '/lastName', sent: "O'Brien", change: 'folded' }],
  ],
  [
    { lastName: 'Ó Súilleabháin' },
    'surname',
    ['O Suilleabhain'],
    [{ field: '/lastName', sent: 'O Suilleabhain', change: 'folded' }],
  ],
  [{ title: 'Dr.' }, 'title', ['Dr'], [{ field: '/title', sent: 'Dr', change: 'folded' }]],
  [{ title: 'M' }, 'title', [], [{ field: '/title', change: 'left-out' }]],
  [
    { middleName: 'Maximiliana Theodora Wilhelmina' },
    'othernames',
    ['Maximiliana Theodora Wilhelmin'],
    [{ field: '/middleName', sent: 'Maximiliana Theodora Wilhelmin', change: 'cut' }],
  ],
  [
    at({ thoroughfare: 'St. Mary’s Row' }),
    'street1',
    ['St Mary&apos;s Row'],
    [{ field: `${place}/thoroughfare`, sent: "St Mary's Row", change: 'folded' }],
  ],
  [at({ thoroughfare: STREET }), 'street1', ['Upper Long Street of the Seven Sisters and the'], []],
  [at({ thoroughfare: STREET }), 'street2', ['Twelve Apostles West'], []],
  [
    at({ thoroughfare: 'Fox & Hounds Lane' }),
    'street1',
    ['Fox and Hounds Lane'],
    [{ field: `${place}/thoroughfare`, sent: 'Fox and Hounds Lane', change: 'folded' }],
  ],
  [
    at({ townOrCity: 'Stratford-sub-Castle by Avon' }),
    'posttown',
    ['Stratford-sub-Castle by A'],
    [{ field: `${place}/townOrCity`, sent: 'Stratford-sub-Castle by A', change: 'cut' }],
  ],
  [at({ district: 'Upton' }), 'locality', ['Upton'], []],
  [
    at({ district: 'Little Snoring on the Marsh with Great Walsing' }),
    'sublocality',
    ['Little Snoring on the Marsh with'],
    [],
  ],
  [at({ district: 'Little Snoring on the Marsh with Great Walsing' }), 'locality', ['Great Walsing'], []],
  [
    { previousNames: [{ firstName: 'Wren', lastName: 'Ø' }] },
    'surname',
    ['O&apos;Hazelwick'],
    [
      { field: '/previousNames/0/lastName', sent: 'O', change: 'folded' },
      { field: '/previousNames/0/lastName', change: 'left-out' },
    ],
  ],
];

test('names and places are sent in plain letters and within the lengths, and what was changed is said', () => {
  for (const [changes, element, sent, altered] of FIELDS) {
    const asked = ask(changes);
    assert.deepEqual(valuesIn(asked.envelope, element), sent, JSON.stringify(changes));
    assert.deepEqual(asked.altered ?? [], altered, JSON.stringify(changes));
  }
});

test('whom the bureau cannot be asked for is refused before anything is sent', () => {
  const impossible: Partial<Consumer>[] = [
    { lastName: 'O' },
    { lastName: '李' },
    { firstName: '李' },
    { addresses: [] },
  ];
  for (const changes of impossible) {
    assert.throws(
      () => ask(changes),
      (error) => error instanceof CallFailed && error.outcome === 'rejected-request' && !error.mayHaveArrived,
    );
  }
});
