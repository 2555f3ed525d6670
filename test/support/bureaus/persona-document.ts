// A persona's credit report as the live world makes it: all three simulators, over their wires, merged, with its coverage.
import { BUREAUS, searchRoomOf } from '../../../src/bureaus/index.ts';
import { PERSONAS } from '../../../src/bureaus/simulation/population/personas.ts';
import { createPopulation } from '../../../src/bureaus/simulation/population/population.ts';
import { given } from '../../../src/domain/given.ts';
import { coverageOf } from '../../../src/domain/reports/coverage.ts';
import type { CreditReport } from '../../../src/domain/reports/credit-report.ts';
import { FILE_PARTS, type FilePart } from '../../../src/domain/reports/file-parts.ts';
import { toCreditReport } from '../../../src/world/merged-report.ts';
import { consumerOf } from './invented-files.ts';
import { readerOverTheWire } from './over-the-wire.ts';

export async function personaDocument(
  forename: string,
  today = '2026-11-15',
  asked: readonly FilePart[] = FILE_PARTS.filter((part) => part !== 'scores'),
): Promise<CreditReport> {
  const population = createPopulation({ seed: 'trefoil', today });
  const index = PERSONAS.findIndex(({ person }) => person.forename === forename);
  const nowMs = () => Date.parse(`${today}T06:00:00Z`);
  const files = await Promise.all(BUREAUS.map((entry) => readerOverTheWire(entry, population, nowMs)(index)));
  const consumer = consumerOf(population.person(index), 0);
  const report = await toCreditReport(
    consumer,
    files.filter((file) => file !== null),
    undefined,
    asked,
  );
  const bureaus = BUREAUS.map(({ id }, place) => {
    const { leftOut, notes } = files[place] ?? {};
    return { id, status: 'ok' as const, notAsked: ['scores' as const], ...given({ leftOut, notes }) };
  });
  return { ...report, coverage: coverageOf(report, { consumer, bureaus, roomOf: searchRoomOf, today }) };
}
