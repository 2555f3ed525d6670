// The address by its postcode on the hosted page, without a browser and without scripts: found and chosen, not found, not answered, not
// asked in test mode, and no more often than a link may.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type IdealPostcodesSimulator,
  startIdealPostcodesSimulator,
} from '../../../src/postcodes/ideal-postcodes/simulator.ts';
import { agree, createVisitor, hostPages, type MakeLink } from '../../support/consumers/consumer-visitor.ts';
import { createTenant, type House, openHouse } from '../../support/house.ts';
import { createStandIn } from '../../support/worlds/stand-in-world.ts';

const FINDS_MAX = 12;

let simulator: IdealPostcodesSimulator;
let house: House;
let makeLink: MakeLink;
before(async () => {
  simulator = await startIdealPostcodesSimulator();
  const settings = {
    ADDRESS_FINDER: 'ideal-postcodes',
    IDEAL_POSTCODES_URL: simulator.url,
    IDEAL_POSTCODES_KEY: simulator.key,
  };
  house = await openHouse(settings, undefined, createStandIn());
  makeLink = await hostPages(house, await createTenant(house));
});
after(async () => {
  await house?.close();
  await simulator?.close();
});

async function arrive(more: Record<string, unknown> = { test: false }) {
  const link = await makeLink(more);
  const visitor = createVisitor(house);
  await agree(visitor, link);
  simulator.asked.length = 0;
  return { visitor, at: (page: string) => `/c/${link.id}/${page}` };
}

/** What the list of addresses offers, as a browser sends it. */
function offered(text: string): { value: string; label: string }[] {
  return [...text.matchAll(/<option value="([^"]*)"(?: selected)?>([^<]*)<\/option>/g)].map(
    ([, value = '', label = '']) => ({
      value: value.replaceAll('&amp;', '&'),
      label,
    }),
  );
}

test('a postcode is asked for first, its addresses are offered, and the one that is chosen is the answer', async () => {
  const { visitor, at } = await arrive();
  assert.equal((await visitor.get(at('address'))).h1, 'Find your address');
  let seen = await visitor.post(at('address/find'), { postcode: 'za1.1ab' });
  assert.deepEqual(simulator.asked, ['ZA1 1AB']);
  const [count, first] = offered(seen.text);
  assert.equal(count?.label, '10 addresses found');
  assert.ok(first !== undefined);
  seen = await visitor.post(at('address'), { chosen: first.value });
  assert.equal(seen.path, at('other-addresses'));
  const kept = await visitor.get(at('address'));
  assert.equal(kept.h1, 'What is your address?');
  const typed = new URLSearchParams(first.value);
  for (const name of ['building', 'street', 'town', 'postcode'])
    assert.ok(kept.text.includes(`name="${name}" type="text" value="${typed.get(name)}"`), name);
  assert.match(kept.text, /href="\?by=postcode">Find it by its postcode/);
  assert.equal((await visitor.get(`${at('address')}?by=postcode`)).h1, 'Find your address');
});

test('another address is found the same way, and joins the list', async () => {
  const { visitor, at } = await arrive();
  assert.equal((await visitor.get(at('other-addresses/add'))).h1, 'Find your other address');
  const found = await visitor.post(at('other-addresses/add/find'), { postcode: 'ZA1 1AB' });
  const [, , second] = offered(found.text);
  const seen = await visitor.post(at('other-addresses/add'), { chosen: second?.value ?? '' });
  assert.equal(seen.path, at('other-addresses'));
  assert.ok(seen.text.includes(new URLSearchParams(second?.value).get('street') ?? '-'));
});

test('who does not choose, or whose address is not listed, has the five boxes', async () => {
  const { visitor, at } = await arrive();
  assert.equal((await visitor.get(`${at('address')}?by=hand`)).h1, 'What is your address?');
  const found = await visitor.post(at('address/find'), { postcode: 'ZA1 1AB' });
  const seen = await visitor.post(at('address'), { chosen: offered(found.text)[0]?.value ?? '' });
  assert.equal(seen.h1, 'What is your address?');
  assert.match(seen.text, /Enter the number or name of the building/);
  assert.match(seen.text, /name="postcode" type="text" value="ZA1 1AB"/);
  const odd = await visitor.post(at('address'), { chosen: 'postcode=%00&building=1&town=<b>' });
  assert.equal(odd.status, 200);
  assert.doesNotMatch(odd.text, /<b>/);
});

test('a postcode that is none, or that nobody knows, is said; the supplier is asked about the second alone', async () => {
  const { visitor, at } = await arrive();
  for (const [postcode, problem] of [
    ['', 'Enter the postcode'],
    ['LS1', 'Enter a full UK postcode, like LS1 4AB'],
    ['ZA1 0AB', 'No address found. Check the postcode, or enter it yourself'],
  ] as const) {
    const seen = await visitor.post(at('address/find'), { postcode });
    assert.equal(seen.h1, 'Find your address');
    assert.ok(seen.text.includes(`<a href="#postcode">${problem}</a>`), problem);
  }
  assert.deepEqual(simulator.asked, ['ZA1 0AB']);
});

test('a supplier that does not answer costs nothing but typing', async () => {
  const { visitor, at } = await arrive();
  simulator.misbehave('reset');
  const seen = await visitor.post(at('address/find'), { postcode: 'ZA1 1AB' });
  simulator.misbehave('none');
  assert.equal(seen.h1, 'What is your address?');
  assert.match(seen.text, /We could not look it up. Enter the address yourself./);
  assert.match(seen.text, /name="postcode" type="text" value="ZA1 1AB"/);
});

test('test mode asks nobody, and has made-up addresses', async () => {
  const { visitor, at } = await arrive({ test: true });
  const seen = await visitor.post(at('address/find'), { postcode: 'LS1 4AB' });
  assert.equal(offered(seen.text).length, 11);
  assert.match((await visitor.post(at('address/find'), { postcode: 'LS1 0AB' })).text, /No address found/);
  assert.deepEqual(simulator.asked, []);
});

test('a link has so many look-ups, and then the boxes alone; what the tenant filled in is not looked up', async () => {
  const { visitor, at } = await arrive();
  for (let at1 = 0; at1 <= FINDS_MAX; at1 += 1)
    await visitor.post(at('address/find'), { postcode: 'ZA1 1AB' });
  assert.equal(simulator.asked.length, FINDS_MAX);
  assert.equal((await visitor.get(at('address'))).h1, 'What is your address?');
  const locked = await arrive({
    test: false,
    prefill: {
      addresses: [
        { type: 'current', ukAddress: { buildingNumber: '1', townOrCity: 'York', postcode: 'YO1 7HH' } },
      ],
    },
  });
  const refused = await locked.visitor.post(locked.at('address/find'), { postcode: 'ZA1 1AB' });
  assert.equal(refused.status, 409);
  assert.deepEqual(simulator.asked, []);
});

test('callers at once have no more look-ups than one after another', async () => {
  const { visitor, at } = await arrive();
  await Promise.all(
    Array.from({ length: 4 * FINDS_MAX }, () => visitor.post(at('address/find'), { postcode: 'ZA1 1AB' })),
  );
  assert.equal(simulator.asked.length, FINDS_MAX);
});
