// Every value of every twin: what an adapter reads changes its answer when it is changed; what it does not read stands in a table
// with the reason (test/support/bureaus/unread-values.ts).
// Alone: it takes long.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import { type Leaf, leavesOf, othersOf } from '../../support/bureaus/twin-leaves.ts';
import {
  NEVER_READ,
  READ_WITHOUT,
  SHOWN_BY,
  shortPath,
  UNREAD,
} from '../../support/bureaus/unread-values.ts';
import { answerToTwin, readTwin, TWIN_PEOPLE } from '../../support/bureaus/wire-twins.ts';
import { test } from '../../support/long.ts';

const { ada, bram, cecily, dafydd, elspeth, nobody } = TWIN_PEOPLE;
const TWINS: Record<BureauId, Record<string, (typeof TWIN_PEOPLE)['ada']>> = {
  transunion: {
    'ordinary.xml': ada,
    'default.xml': cecily,
    'public.xml': dafydd,
    'thin.xml': bram,
    'not-matched.xml': { ...nobody, dateOfBirth: '1985-04-12' },
    'picklist.xml': { ...elspeth, dateOfBirth: '1990-07-08' },
    'fault-login.xml': ada,
    'fault-validation.xml': ada,
  },
  experian: {
    'ordinary.json': ada,
    'associate.json': dafydd,
    'default.json': cecily,
    'public.json': dafydd,
    'thin.json': bram,
    'no-trace.json': { ...nobody, dateOfBirth: '1985-04-12' },
    'multiple.json': elspeth,
    'address-failure.json': ada,
    'one-shot-failure.json': ada,
    'error.json': ada,
  },
  equifax: {
    'single-match.xml': ada,
    'default.xml': cecily,
    'public.json': dafydd,
    'multiple-match.xml': elspeth,
    'no-match.xml': nobody,
    'no-trace.xml': nobody,
    'password-expired.xml': nobody,
    'fault-credentials.xml': ada,
    'fault-validation.xml': ada,
  },
};
/** Of a path that comes often in a twin, the first ones: the same code reads them all. */
const TRIED_MAX = 3;

async function readerOf(bureau: BureauId, name: string) {
  const file = `${bureau}-${name}`;
  const text = readTwin(file);
  const consumer = TWINS[bureau][name] ?? assert.fail(name);
  const reportId = /wires-[\w-]+/.exec(text)?.[0] ?? 'any';
  const isJson = bureau === 'equifax' && name.endsWith('.json');
  const options = {
    status: name.startsWith('fault-') ? 500 : 200,
    settings: isJson ? { EQUIFAX_STYLE: 'json' as const } : {},
  };
  const read = async (changed: string) => {
    const { answer, notices } = await answerToTwin(bureau, changed, { reportId, consumer }, options);
    return { answer, notices };
  };
  return { text, read };
}
type Read = Awaited<ReturnType<typeof readerOf>>['read'];

async function isRead(leaf: Leaf, others: readonly string[], read: Read, own: unknown): Promise<boolean> {
  for (const other of others) if (!isDeepStrictEqual(await read(leaf.with(other)), own)) return true;
  return false;
}

/** Read only where another value of the same record is not there. */
async function isReadWithout(leaf: Leaf, leaves: readonly Leaf[], others: readonly string[], read: Read) {
  const without = READ_WITHOUT[lastName(leaf)];
  const place = leaves.indexOf(leaf);
  const near = leaves.map((one, at) => ({ one, far: Math.abs(at - place) }));
  const [neighbour] = near.filter(({ one }) => lastName(one) === without).sort((a, b) => a.far - b.far);
  if (without === undefined || neighbour === undefined) return false;
  const text = neighbour.one.with('');
  const own = await read(text);
  for (const same of leavesOf(text).filter(({ path, value }) => path === leaf.path && value === leaf.value))
    if (await isRead(same, others, read, own)) return true;
  return false;
}

const lastName = ({ path }: Leaf): string => path.replace(/^.*\//, '');

for (const bureau of Object.keys(TWINS) as BureauId[]) {
  test(`${bureau}: every value of its twins is read, or left out for a reason`, async (t) => {
    const left = new Map(
      Object.entries(UNREAD[bureau]).flatMap(([why, paths]) => paths.map((path) => [path, why])),
    );
    const isListed = (path: string) => [...left.keys()].some((one) => covers(one, path));
    const seen = new Map<string, boolean>();
    for (const name of Object.keys(TWINS[bureau])) {
      const { text, read } = await readerOf(bureau, name);
      const own = await read(text);
      const leaves = leavesOf(text);
      const tried = new Map<string, number>();
      for (const leaf of leaves) {
        const path = shortPath(leaf.path);
        const count = tried.get(path) ?? 0;
        tried.set(path, count + 1);
        if (seen.get(path) === true || count >= TRIED_MAX) continue;
        const others = [...othersOf(leaf.value), ...(SHOWN_BY[path] ?? SHOWN_BY[lastName(leaf)] ?? [])];
        const known = await isRead(leaf, others, read, own);
        seen.set(path, known || (!isListed(path) && (await isReadWithout(leaf, leaves, others, read))));
      }
    }
    const unread = [...seen].filter(([, known]) => !known).map(([path]) => path);
    t.diagnostic(`${seen.size} paths, ${seen.size - unread.length} read, ${unread.length} left out`);
    assert.deepEqual(
      unread.filter((path) => !isListed(path)),
      [],
      'neither read nor in the table',
    );
    assert.deepEqual(
      [...left.keys()].filter((one) => !unread.some((path) => covers(one, path))),
      [],
      'in the table for nothing',
    );
    const others = [...seen].filter(
      ([path, known]) => known && NEVER_READ.some((one) => path.startsWith(one)),
    );
    assert.deepEqual(others, [], 'another person’s');
  });
}

function covers(listed: string, path: string): boolean {
  return listed.endsWith('/')
    ? path.startsWith(listed) || path.includes(`/${listed}`)
    : path === listed || path.endsWith(`/${listed}`);
}
