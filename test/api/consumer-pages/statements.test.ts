// What a page asks of the database: a session is read once a request, and a step is one statement.
// Alone: it watches the driver.
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before, mock, test } from 'node:test';
import {
  ANSWERS,
  agree,
  createVisitor,
  hostPages,
  type MakeLink,
} from '../../support/consumers/consumer-visitor.ts';
import { createTenant, type House, openHouse } from '../../support/house.ts';

let house: House;
let makeLink: MakeLink;
before(async () => {
  house = await openHouse();
  makeLink = await hostPages(house, await createTenant(house));
});
after(() => house?.close());

/** What timers ask beside the work (the clock, signing keys, the request log) is not counted. */
async function namesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { database } = house.service;
  const query = database.query.bind(database);
  const names = new AsyncLocalStorage<string[]>();
  const { mock: asked } = mock.method(database, 'query', (...asked: Parameters<typeof query>) => {
    names.getStore()?.push(asked[0].name);
    return query(...asked);
  });
  try {
    return await names.run([], async () => {
      await work();
      return names.getStore() ?? [];
    });
  } finally {
    asked.restore();
  }
}

test('an answered question is one reading and one step; the next question is one reading', async () => {
  const link = await makeLink();
  const visitor = createVisitor(house);
  await agree(visitor, link);
  const [[question, form] = ['', {}]] = ANSWERS;
  // The visitor follows the redirect to the next question.
  const names = await namesDuring(() => visitor.post(`/c/${link.id}/${question}`, form));
  assert.deepEqual(names, ['find-visited-session', 'keep-session-answers', 'find-visited-session']);
});

test('a page that was shown to anybody is one reading', async () => {
  const link = await makeLink();
  const names = await namesDuring(() => createVisitor(house).get(`/c/${link.id}`));
  assert.deepEqual(names, ['find-tenant-of-consumer-session']);
});
