// The list of erasures, in a file that the operator keeps apart from the backups of the database: a backup from before an erasure still
// holds the person, and after a restore the list says what to erase again (`reports erase-again`). An erasure is noted before it is made:
// one that was noted and then failed is erased again, which does no harm. Ids only, no personal data.
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isUuid } from '../../domain/ids.ts';
import type { Erasable } from '../../storage/reports/erasure.ts';

export type NotedErasure = { tenantId: string } & Erasable;

/** The file cannot be written or read; the message says why and what to do. */
export class JournalRefused extends Error {
  readonly code: string;
  constructor(file: string, what: 'written' | 'read', error: unknown) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const todo =
      what === 'written'
        ? 'Let it be a file in a folder that is there, that this user may write to and whose disk is not full. Nothing is erased before it is noted there.'
        : 'Let it be the file that the service wrote, kept apart from the backups. Nothing was erased.';
    super(`ERASURE_JOURNAL is ${file}, which cannot be ${what} (${code}). ${todo}`);
    this.name = 'JournalRefused';
    this.code = code;
  }
}

/** Before anything depends on it: the file is there and can be written. */
export async function tryJournal(file: string): Promise<void> {
  await append(file, () => '');
}

/** On the disk when this resolves. A session has a fourth word; a report has none, as before there were sessions. */
export async function noteErasure(file: string, { tenantId, ...ids }: NotedErasure): Promise<void> {
  const begins = `${new Date().toISOString()} ${tenantId}`;
  const lines = [
    ...ids.reportIds.map((id) => `${begins} ${id}\n`),
    ...ids.sessionIds.map((id) => `${begins} ${id} session\n`),
  ].join('');
  // A write that failed half way, on a full disk, may have left a line without an end.
  await append(file, (isLineOpen) => (isLineOpen ? `\n${lines}` : lines));
}

async function append(file: string, textFor: (isLineOpen: boolean) => string): Promise<void> {
  let journal: FileHandle | null = null;
  try {
    journal = await open(file, 'a+', 0o600);
    const { size } = await journal.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await journal.read(last, 0, 1, size - 1);
    await journal.appendFile(textFor(size > 0 && last.toString() !== '\n'));
    await journal.sync();
    // The name of a new file is on the disk with its folder.
    if (size === 0) await syncFolder(dirname(file));
  } catch (error) {
    throw new JournalRefused(file, 'written', error);
  } finally {
    await journal?.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** One erasure a line, and the numbers of the lines that are none. */
export async function readJournal(file: string): Promise<{ noted: NotedErasure[]; unreadable: number[] }> {
  let text: string;
  try {
    const journal = await open(file, 'r');
    text = await journal.readFile('utf8').finally(() => journal.close());
  } catch (error) {
    throw new JournalRefused(file, 'read', error);
  }
  const noted: NotedErasure[] = [];
  const unreadable: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, tenantId = '', id = '', kind, ...more] = line.trim().split(/\s+/);
    const isWhole = isUuid(tenantId) && isUuid(id) && more.length === 0;
    if (isWhole && kind === undefined) noted.push({ tenantId, reportIds: [id], sessionIds: [] });
    else if (isWhole && kind === 'session') noted.push({ tenantId, reportIds: [], sessionIds: [id] });
    else unreadable.push(index + 1);
  }
  return { noted, unreadable };
}
