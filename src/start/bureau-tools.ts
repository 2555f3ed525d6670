// What `bureau check` gets from the other rooms: its settings, and the check of a person that a generate request has.
import { type BureauTools, EXIT_WRONG } from '../cli/bureau-commands.ts';
import { CommandFailed } from '../cli/command.ts';
import { readBureauConfig } from '../config/bureau-config.ts';
import { BadConfig } from '../config/config.ts';
import { Refusal } from '../domain/refusal.ts';
import { toConsumer } from '../http/consumer-body.ts';
import { compileValidator } from '../http/edge/validation.ts';
import { GenerateRequest } from '../http/schemas/reports/generate.ts';

export function bureauTools(
  env: Record<string, string | undefined>,
  note: (line: string) => void,
): BureauTools {
  const validate = compileValidator({ schema: GenerateRequest, method: '', url: '', httpPart: 'body' });
  return {
    settingsFor(bureau) {
      try {
        return readBureauConfig(env, bureau);
      } catch (error) {
        if (error instanceof BadConfig) throw new CommandFailed(error.message, EXIT_WRONG);
        throw error;
      }
    },
    toConsumer(body) {
      // A search is not a request: what only that needs is filled in.
      const isTree = typeof body === 'object' && body !== null && !Array.isArray(body);
      const request = isTree ? { ...FILLED_IN, ...body } : body;
      const result = validate(request) as { error?: Error };
      if (result.error === undefined) return toConsumer(request as GenerateRequest);
      const details = result.error instanceof Refusal ? (result.error.details ?? []) : [];
      return { problems: details.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`) };
    },
    note,
  };
}

const FILLED_IN = { sessionId: 'check', bureaus: ['equifax'], searchType: 'pcp', ipAddress: '192.0.2.1' };
