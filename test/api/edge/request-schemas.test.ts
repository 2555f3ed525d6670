// The schemas by which requests are checked. The service takes them as they are, and compiles each when it is first needed: a mistake in
// one would else be met by the first caller of its route.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { compileValidator } from '../../../src/http/edge/validation.ts';
import { type House, openHouse } from '../../support/house.ts';
import { collectRoutes } from '../../support/http/collect-routes.ts';

const PARTS = ['body', 'querystring', 'params', 'headers'] as const;

let routes: ReturnType<typeof collectRoutes>;
let house: House;
before(async () => {
  routes = collectRoutes();
  house = await openHouse();
});
after(() => house.close());

test('every schema of a request is JSON Schema, and can be compiled', () => {
  const ajv = new Ajv();
  const held = new Set<string>();
  for (const { method, url, schema = {} } of routes)
    for (const part of PARTS) {
      const own = schema[part] as object | undefined;
      const text = JSON.stringify(own ?? null);
      if (own === undefined || held.has(text)) continue;
      held.add(text);
      assert.ok(ajv.validateSchema(own), `${method} ${url}, ${part}: ${ajv.errorsText()}`);
      compileValidator({ schema: own, method: '', url: '', httpPart: part })({});
    }
  assert.ok(held.size > 50, `only ${held.size} schemas`);
});
