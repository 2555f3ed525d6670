// The CPU time that the database server has used, by /proc: its own, that of its processes, and of those that have ended. Not a number
// where there is no /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { withClient } from './bench.ts';

/** A tick of /proc is a hundredth of a second on every Linux of today. */
const TICK_MS = 10;

export async function databaseCpuMs(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    try {
      const server = readStat(readStat(rows[0].pid).parent);
      const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
      const own = processes.flatMap((pid) => statIfThere(pid)).filter(({ parent }) => parent === server.pid);
      const ticks = server.ticks + server.endedTicks + own.reduce((sum, process) => sum + process.ticks, 0);
      return ticks * TICK_MS;
    } catch {
      return Number.NaN;
    }
  });
}

function statIfThere(pid: string) {
  try {
    return [readStat(Number(pid))];
  } catch {
    return [];
  }
}

/** The fields behind the name, which may contain spaces: state, parent, nine others, user, system, and both of children that ended. */
function readStat(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
  return { pid, parent, ticks: user + system, endedTicks: (fields[13] ?? 0) + (fields[14] ?? 0) };
}
