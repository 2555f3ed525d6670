// Labels for companies without a name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLenderName } from '../../domain/merging/lender-names.ts';
import { COMPANY_LABELS } from './company-labels.ts';

test('no label is taken for the name of a company', () => {
  for (const label of Object.values(COMPANY_LABELS)) assert.equal(readLenderName(label), null, label);
});
