// The rest of the credit file on the consumer's page and in the PDF: the persona who has a paid judgment at two bureaus, one that only
// Experian knows to be paid, a debt relief order, an associate and a notice; and a persona who has none of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { motorAgreements } from '../../src/domain/agreements/motor-agreements.ts';
import { SHIPPED_SCHEME } from '../../src/domain/agreements/motor-scheme.ts';
import { html } from '../../src/html/html.ts';
import type { Scene } from '../../src/pages/hosted/frame.ts';
import { reportPage } from '../../src/pages/hosted/report-page.ts';
import { drawReport } from '../../src/pdf/draw-report.ts';
import { personaDocument } from '../support/bureaus/persona-document.ts';
import { checkPdf } from '../support/pdf/check-pdf.ts';
import { toPrint } from '../support/pdf/printed.ts';

const SCENE: Scene = {
  base: '/c/1',
  brand: {
    name: 'Northgate Claims',
    contact: null,
    regulatedAs: null,
    fcaNumber: null,
    privacyUrl: null,
    logoUrl: null,
    colourUrl: null,
  },
  ...{ notice: null, outbox: null, state: 'complete', isOver: false },
};
const idris = await personaDocument('Idris');
const ada = await personaDocument('Ada');

function pageOf(document: typeof idris): string {
  const page = reportPage(
    { scene: SCENE, show: (_, { main }) => html`${main}` },
    {
      document,
      cars: motorAgreements(document, { asOf: '2026-11-15', bureaus: [], scheme: SHIPPED_SCHEME }),
      bureaus: [{ id: 'experian', status: 'ok' }],
      atMs: Date.parse('2026-11-15'),
      secondsLeft: 1,
      returns: null,
    },
  );
  return page.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const SAID = [
  /Court judgments/,
  /County court judgment:? (not paid|Not paid|satisfied|Satisfied)/,
  /Amount:? £410\.37/,
  /Satisfied:? 15 May 2024/,
  /Stays on file until:? 15 February 2030/,
  /Reported by:? Experian and TransUnion/,
  /Says otherwise:? Equifax: not paid; TransUnion: not paid/,
  /Notice of correction \(Experian and TransUnion\): “I was in hospital/,
  /Debt relief order:? (In force|in force)/,
  /Mrs Olwen Nettleford/,
  /Idris Hollowell/,
];

test('the consumer’s page has it all in plain words, with the notice beside its judgment', () => {
  const text = pageOf(idris);
  for (const words of SAID) assert.match(text, words);
  assert.match(text, /None found at Equifax, Experian and TransUnion: [^.]*fraud warnings\./);
});

test('the PDF says the same, and its structure has no fault', async () => {
  const { pdf } = await drawReport(toPrint(idris));
  const { text, faults } = checkPdf(pdf);
  assert.deepEqual(faults, []);
  const flat = text.replaceAll(/\s+/g, ' ');
  for (const words of SAID) assert.match(flat, words);
  assert.match(flat, /Fraud warnings None found at Equifax, Experian and TransUnion\./);
});

test('a person without any of it reads “none found”, and nothing of anybody else', async () => {
  const { text } = checkPdf((await drawReport(toPrint(ada))).pdf);
  const [page, printed] = [pageOf(ada), text.replaceAll(/\s+/g, ' ')];
  assert.match(page, /None found at Equifax, Experian and TransUnion: court judgments, insolvency, /);
  assert.match(printed, /Court judgments None found at Equifax, Experian and TransUnion\./);
  assert.match(printed, /Insolvency None found/);
  for (const shown of [page, printed]) {
    assert.doesNotMatch(shown, /Bureau scores|Nettleford/);
  }
});
