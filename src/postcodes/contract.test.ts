// The contract of a finder of addresses, with Ideal Postcodes and its simulator.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createIdealPostcodes } from './ideal-postcodes/client.ts';
import {
  type IdealPostcodesSimulator,
  MISBEHAVIOURS,
  startIdealPostcodesSimulator,
} from './ideal-postcodes/simulator.ts';
import { openFinder } from './index.ts';
import { madeUpAddresses } from './made-up.ts';
import { FINDER_SETTINGS, type FinderValues, finderOf, finderProblems } from './settings.ts';

const HOME = {
  ...{ subBuildingName: 'Flat 2', buildingName: 'Rose House', buildingNumber: '7' },
  ...{ thoroughfare: 'Orchard Street', townOrCity: 'Burton upon Fen', postcode: 'ZZ1 1AB' },
};
const VALUES = {
  ADDRESS_FINDER: 'ideal-postcodes',
  IDEAL_POSTCODES_URL: 'https://addresses.invalid',
  IDEAL_POSTCODES_KEY: null,
  IDEAL_POSTCODES_DEADLINE_MS: 3_000,
} satisfies FinderValues;

let simulator: IdealPostcodesSimulator;
before(async () => {
  simulator = await startIdealPostcodesSimulator([HOME]);
});
after(() => simulator.close());

const finderAt = ({ url, key }: { url: string; key: string }, deadlineMs = 3_000) =>
  createIdealPostcodes({ url, key, deadlineMs });

test('an address comes back with every part, and its town in small letters', async () => {
  const finder = finderAt(simulator);
  assert.deepEqual(await finder.find('ZZ1 1AB'), { kind: 'found', addresses: [HOME] });
  const other = await finder.find('ZA1 1AB');
  assert.deepEqual(other, { kind: 'found', addresses: madeUpAddresses('ZA1 1AB') });
  assert.deepEqual(await finder.find('ZA1 0AB'), { kind: 'none' });
  await finder.close();
});

for (const how of MISBEHAVIOURS.filter((one) => one !== 'none')) {
  test(`a supplier that is ${how} leaves the consumer to type, without an error`, async () => {
    const finder = finderAt(simulator, how === 'silent' ? 50 : 3_000);
    simulator.misbehave(how);
    assert.deepEqual(await finder.find('ZZ1 1AB'), { kind: 'unanswered' });
    simulator.misbehave('none');
    await finder.close();
  });
}

test('a wrong key is no answer', async () => {
  const finder = finderAt({ ...simulator, key: 'ak_other' });
  assert.deepEqual(await finder.find('ZZ1 1AB'), { kind: 'unanswered' });
  await finder.close();
});

test('boxes of post offices and addresses without a building are left out; a lane of a street has both names', async () => {
  const base = {
    ...{ building_number: '1', thoroughfare: 'High Street', post_town: 'YORK', postcode: 'YO1 7HH' },
  };
  const result = [
    { ...base, po_box: '12' },
    { ...base, building_number: '', organisation_name: 'A shop' },
    { ...base, post_town: '' },
    { ...base, dependant_thoroughfare: 'Elm Mews' },
    {
      ...base,
      thoroughfare: '',
      dependant_locality: 'Copmanthorpe',
      building_number: '',
      building_name: 'The Barn',
    },
    'no address',
    null,
  ];
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ code: 2000, message: 'Success', result })),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const finder = finderAt({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'ak' });
  const place = { townOrCity: 'York', postcode: 'YO1 7HH' };
  assert.deepEqual(await finder.find('YO1 7HH'), {
    kind: 'found',
    addresses: [
      { buildingNumber: '1', thoroughfare: 'Elm Mews, High Street', ...place },
      { buildingName: 'The Barn', thoroughfare: 'Copmanthorpe', ...place },
    ],
  });
  await finder.close();
  server.close();
});

test('that there is no such postcode is believed with status and code of it alone', async () => {
  const replies: [status: number, code: number][] = [
    [404, 4040],
    [404, 4010],
    [402, 4040],
  ];
  for (const [status, code] of replies) {
    const server = createServer((_request, response) => {
      response.statusCode = status;
      response.end(JSON.stringify({ code, message: 'No' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const finder = finderAt({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'ak' });
    const kind = status === 404 && code === 4040 ? 'none' : 'unanswered';
    assert.deepEqual(await finder.find('YO1 7HH'), { kind }, `${status} ${code}`);
    await finder.close();
    server.close();
  }
});

test('without a key it is the simulator, which knows the homes that it was given', async () => {
  const finder = await openFinder('ideal-postcodes', VALUES, [HOME]);
  assert.deepEqual(await finder.find('ZZ1 1AB'), { kind: 'found', addresses: [HOME] });
  await finder.close();
});

test('only a laptop has one by default, and production needs a key and https', () => {
  const none = { ADDRESS_FINDER: null };
  assert.equal(finderOf({ ...none, isEmbedded: true, NODE_ENV: 'development' }), 'ideal-postcodes');
  assert.equal(finderOf({ ...none, isEmbedded: true, NODE_ENV: 'production' }), null);
  assert.equal(finderOf({ ...none, isEmbedded: false, NODE_ENV: 'development' }), null);
  const named = { ADDRESS_FINDER: 'ideal-postcodes' as const };
  assert.equal(finderOf({ ...named, isEmbedded: false, NODE_ENV: 'production' }), 'ideal-postcodes');
  const plain = { ...VALUES, IDEAL_POSTCODES_URL: 'http://addresses.invalid' };
  assert.deepEqual(finderProblems(plain, false), []);
  assert.deepEqual(finderProblems({ ...plain, ADDRESS_FINDER: null }, true), []);
  assert.deepEqual(
    finderProblems(plain, true).map((problem) => problem.split(' ')[0]),
    ['IDEAL_POSTCODES_KEY', 'IDEAL_POSTCODES_URL'],
  );
  assert.equal(FINDER_SETTINGS.IDEAL_POSTCODES_KEY.isSecret, true);
});
