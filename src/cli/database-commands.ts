// The operators' commands for the database itself. They need its settings and nothing else.
import { type Command, CommandRefused, flag } from './command.ts';

type DatabaseTools = { distribute: (isToBeDone: boolean) => Promise<string[]> };

export const DATABASE_COMMANDS: Command<DatabaseTools>[] = [
  {
    name: 'database distribute',
    operands: [],
    options: [flag('plan', 'print the calls'), flag('apply', 'make them, while no service runs')],
    help: 'Spread the tables over the servers of a Citus cluster, by tenant. Safe to run twice. Then set DATABASE_SHARDED.',
    run: async (tools, { options }) => {
      const isToBeDone = options.apply !== undefined;
      if (isToBeDone === (options.plan !== undefined))
        throw new CommandRefused('Give either --plan or --apply.');
      const calls = await tools.distribute(isToBeDone);
      if (calls.length === 0) return { say: 'Every table is where it belongs.', data: { calls } };
      const list = calls.map((call) => `${call};`).join('\n');
      return { say: isToBeDone ? `${list}\nDone. Now set DATABASE_SHARDED=true.` : list, data: { calls } };
    },
  },
];
