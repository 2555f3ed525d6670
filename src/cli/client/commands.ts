// The commands of an integrator, one list. They call the service over HTTP as any client does, and open no database.
import { HOSTED_COMMANDS } from './hosted-commands.ts';
import { LISTEN } from './listen.ts';
import { CONTEXT_COMMANDS } from './login.ts';
import { LOOK_COMMANDS } from './look-commands.ts';
import { REPORT_COMMANDS } from './report-commands.ts';
import { REQUEST_COMMANDS } from './request-commands.ts';
import type { ClientCommand } from './tools.ts';
import { TRIGGER } from './trigger.ts';

export const CLIENT_COMMANDS: ClientCommand[] = [
  ...CONTEXT_COMMANDS,
  LISTEN,
  TRIGGER,
  ...REPORT_COMMANDS,
  ...HOSTED_COMMANDS,
  ...LOOK_COMMANDS,
  ...REQUEST_COMMANDS,
];
