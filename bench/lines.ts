// A line of the benchmark, and how lines are measured: in interleaved rounds, so that a slow minute of the machine affects every line; the
// first round warms up, the median of the others counts.

export type Line = {
  name: string;
  /** Operations a second. */
  measure: () => Promise<number>;
  beside?: string;
  aim?: { atLeast: number } | { atMost: number };
};

export type Measured = Line & { perSecond: number; ratio: number | null };

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function measure(lines: Line[], rounds: number): Promise<Measured[]> {
  const figures = new Map<string, number[]>(lines.map((line) => [line.name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const line of lines) {
      const perSecond = await line.measure();
      if (round > 0) figures.get(line.name)?.push(perSecond);
    }
    say(round === 0 ? 'warmed up' : `round ${round} of ${rounds} done`);
  }
  const medianOf = (name: string): number => {
    const sorted = [...(figures.get(name) ?? [])].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return lines.map((line) => ({
    ...line,
    perSecond: medianOf(line.name),
    ratio: line.beside === undefined ? null : medianOf(line.name) / medianOf(line.beside),
  }));
}

export function toTable(measured: Measured[]): string {
  const rows = measured.map(({ name, perSecond, beside, ratio, aim }) => {
    const wanted = aim === undefined ? '' : 'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`;
    return `| ${name} | ${Math.round(perSecond)} | ${beside ?? ''} | ${ratio?.toFixed(2) ?? ''} | ${wanted} |`;
  });
  return ['| line | per second | beside | ratio | aim |', '|---|---:|---|---:|---:|', ...rows].join('\n');
}
