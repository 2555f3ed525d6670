// Figures as they stand in a file of the project.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
export const OPENAPI = JSON.parse(read('docs/openapi.json'));

/** A number that stands in one file. */
export function figure(file: string, name: string): number {
  const [, given = ''] = new RegExp(`\\b${name} = ([\\d_ *.]+)`).exec(read(file)) ?? [];
  assert.notEqual(given, '', `${file} has no ${name}`);
  return given.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}
export const spelled = (count: number): string =>
  ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ?? String(count);

/** What a form finds in a file: a version of a manifest, a figure among others. */
export function captured(file: string, form: RegExp): string {
  const [, found = ''] = form.exec(read(file)) ?? [];
  assert.notEqual(found, '', file);
  return found;
}
