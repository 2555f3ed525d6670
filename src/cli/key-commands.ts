// The operators' commands for keys: those that sign tokens and evidence packs, and the one from configuration.
import type { OperateService } from '../usecases/operating/operate-service.ts';
import { COMMAND_LINE } from '../usecases/operating/operate-tenants.ts';
import type { Command } from './command.ts';

type KeyTools = { service: OperateService };

export const KEY_COMMANDS: Command<KeyTools>[] = [
  {
    name: 'keys rotate',
    operands: [],
    options: [],
    help: 'Make a new key for signing tokens. Tokens signed by the old one go on working until they expire.',
    run: async (tools) => {
      const { kid, activeInSeconds } = await tools.service.rotateSigningKey(COMMAND_LINE);
      return {
        say: `The new signing key ${kid} is in use in ${activeInSeconds} seconds.`,
        data: { kid, activeInSeconds },
      };
    },
  },
  {
    name: 'keys rotate-evidence',
    operands: [],
    options: [],
    help: 'Make a new key for signing evidence packs. Packs that the old one signed stay verifiable; it can sign no more.',
    run: async (tools) => {
      const { kid } = await tools.service.rotateEvidenceKey(COMMAND_LINE);
      return { say: `Evidence packs are signed by the new key ${kid} from now on.`, data: { kid } };
    },
  },
  {
    name: 'keys rewrap',
    operands: [],
    options: [],
    help: 'Wrap every key under ENCRYPTION_KEY that is still under ENCRYPTION_KEY_PREVIOUS, while the service runs.',
    run: async (tools) => {
      const { keys, rewrapped } = await tools.service.rewrapKeys(COMMAND_LINE);
      const say = `All ${keys} keys are wrapped under ENCRYPTION_KEY (${rewrapped} of them now). ENCRYPTION_KEY_PREVIOUS can go.`;
      return { say, data: { keys, rewrapped } };
    },
  },
];
