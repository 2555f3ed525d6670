// A process that does what the service does with the embedded server: start it, write rows, stop it on demand. It exists
// to be killed. It reports one JSON object per line; embedded-services.ts is the other end.
import pg from 'pg';
import { startEmbedded } from '../../../src/storage/engine/embedded/server.ts';

export type Orders = {
  dataDir: string;
  uid?: number;
  /** Write rows as fast as they are acknowledged. */
  write?: boolean;
  /** Do nothing after the start: the process should then end by itself. */
  idle?: boolean;
};

export type Report =
  | { is: 'started'; host: string }
  | { is: 'refused'; name: string; message: string }
  | { is: 'said'; line: string }
  | { is: 'acknowledged'; n: number }
  | { is: 'interrupted' }
  | { is: 'stopped' };

const orders = JSON.parse(process.argv[2]!) as Orders;
if (orders.uid !== undefined) {
  process.setgroups!([]);
  process.setgid!(orders.uid);
  process.setuid!(orders.uid);
}

try {
  const server = await startEmbedded({
    dataDir: orders.dataDir,
    say: (line) => report({ is: 'said', line }),
  });
  const { connection } = server;
  // Before the word that it has started: a signal may come right after it.
  if (!orders.idle) obey(server.stop);
  report({ is: 'started', host: connection.host });
  if (orders.write) await write(connection);
} catch (error) {
  const { name, message } = error as Error;
  report({ is: 'refused', name, message });
}

function obey(stop: () => Promise<void>): void {
  process.on('SIGINT', () => report({ is: 'interrupted' }));
  process.stdin.on('data', async () => {
    await stop();
    report({ is: 'stopped' });
    process.exit();
  });
  // The test that started us is gone.
  process.stdin.on('end', () => process.exit());
}

async function write(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  await client.query('create table if not exists kept (n int primary key)');
  const { rows } = await client.query('select coalesce(max(n), 0) as n from kept');
  for (let n = rows[0].n + 1; ; n += 1) {
    await client.query('insert into kept values ($1)', [n]);
    report({ is: 'acknowledged', n });
  }
}

function report(line: Report): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
