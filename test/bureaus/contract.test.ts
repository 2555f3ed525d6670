// The contract over every bureau of the registry. A bureau that is added gets all of it by being in the list.
import assert from 'node:assert/strict';
import { BUREAUS } from '../../src/bureaus/index.ts';
import { BUREAU_IDS } from '../../src/domain/reports/credit-report.ts';
import { describeContract } from '../support/bureaus/bureau-contract.ts';
import { TRIED_BUREAUS } from '../support/bureaus/tried-bureaus.ts';
import { test } from '../support/long.ts';

test('the registry has every bureau that a caller can name, each once', () => {
  assert.deepEqual(
    BUREAUS.map(({ id }) => id),
    BUREAU_IDS,
  );
});

describeContract(TRIED_BUREAUS);
