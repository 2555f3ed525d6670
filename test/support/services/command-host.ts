// Runs commands one after the other in one process, each with its own settings, output and exit code, as the front door runs it in a process
// of its own: to load the commands takes ten times as long as most of them. One that leaves something open fails, as its process would not end.
// So does `start` where it is refused, which ends its process whatever is open.
import { runCommand } from '../../../src/start/run-command.ts';
import { until } from '../waiting.ts';

export type Order = { args: string[]; env: Record<string, string> };
export type Outcome = { code: number; stdout: string; stderr: string };

/** Sockets close a moment after the command. */
const OPEN_MS_MAX = 10_000;

let last = Promise.resolve();
process.on('message', (order: Order) => {
  last = last.then(async () => void process.send?.(await outcomeOf(order)));
});

async function outcomeOf({ args, env }: Order): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: unknown) => {
      said[name] += String(text);
      return true;
    };
  process.env = env;
  const own = process.getActiveResourcesInfo().length;
  try {
    if (args.join() === 'start') return { code: await refusedStart(), ...said };
    const code = await runCommand(args);
    await until('it leaves nothing open', () => process.getActiveResourcesInfo().length <= own, OPEN_MS_MAX);
    return { code, ...said };
  } catch (error) {
    return { code: 1, ...said, stderr: `${said.stderr}${(error as Error).stack}\n` };
  } finally {
    // Its own process would end with them.
    for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name);
  }
}

/** The code that it would end its process with. */
async function refusedStart(): Promise<number> {
  const { main } = await import('../../../src/main.ts');
  const { exit } = process;
  let exitCode: number | null = null;
  process.exit = ((code: number) => {
    exitCode = code;
  }) as typeof exit;
  await main().finally(() => {
    process.exit = exit;
  });
  if (exitCode === null) throw new Error('the start was not refused');
  return exitCode;
}
