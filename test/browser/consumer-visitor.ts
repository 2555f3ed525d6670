// A consumer at the hosted page, for the browser tests: sent there by the demo, which is a tenant's own site.
import type { Page } from 'playwright-core';
import type { PagesHouse } from '../support/browser/pages-house.ts';

export const PERSON = {
  'First name': 'Ada',
  'Last name': 'Sample',
  Day: '12',
  Month: '4',
  Year: '1985',
  'Building number or name': '12',
  Street: 'Example Street',
  'Town or city': 'Leeds',
  Postcode: 'ls1-4ab',
  'What is your mobile number?': '07700 900 982',
};

/** Fills in the person's fields on this page, and continues. */
export async function answer(page: Page, person: Record<string, string>, ...labels: string[]): Promise<void> {
  for (const label of labels) await page.getByLabel(label, { exact: true }).fill(person[label] ?? '');
  await goOn(page);
}

export const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue' }).click();

/** From the link to the first question: that of the name, where nothing is filled in. */
export async function begin(page: Page, first = 'What is your name?'): Promise<void> {
  await heading(page, 'Get your credit report');
  await page.getByRole('button', { name: 'Start' }).click();
  await heading(page, 'Your agreement');
  await page.getByRole('button', { name: 'I agree', exact: true }).click();
  await heading(page, first);
}

export async function none(page: Page): Promise<void> {
  await page.getByLabel('No', { exact: true }).check();
  await goOn(page);
}

/** In the five boxes, in place of the list of a postcode's addresses. */
export async function typeAddress(page: Page, person: Record<string, string>): Promise<void> {
  await page.getByRole('link', { name: 'Enter the address yourself' }).click();
  await answer(page, person, 'Building number or name', 'Street', 'Town or city', 'Postcode');
}

/** From the demo to the summary. */
export async function answerAll(page: Page, origin: string, person = PERSON): Promise<void> {
  await page.goto(`${origin}/demo`);
  await page.getByRole('button', { name: 'Get my report' }).click();
  await begin(page);
  await answer(page, person, 'First name', 'Last name');
  await none(page);
  await answer(page, person, 'Day', 'Month', 'Year');
  await typeAddress(page, person);
  await none(page);
  await answer(page, person, 'What is your mobile number?');
  await heading(page, 'Check your answers');
}

/** Uses an example person's answers, which are filled in and locked: quicker where the test is not about the questions. */
export async function takeExample(page: Page, origin: string, who = 'Ada Sample'): Promise<void> {
  await page.goto(`${origin}/demo`);
  await page.getByRole('button', { name: `Use the answers of ${who}` }).click();
  await begin(page, 'Check your answers');
}

export const agree = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Agree and get my report' }).click();

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Security code').fill(code);
  await goOn(page);
}

/** The code of the newest text to a number, or to any, read as a script does. */
export async function readCode({ origin }: PagesHouse, to: string | null = '+447700900982'): Promise<string> {
  const whose = to === null ? '' : `to=${encodeURIComponent(to)}&`;
  const response = await fetch(`${origin}/dev/outbox/latest?${whose}wait=10`);
  if (response.status !== 200) throw new Error(`no text came: ${response.status}`);
  return ((await response.json()) as { code: string }).code;
}
