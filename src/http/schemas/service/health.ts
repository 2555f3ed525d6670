// Schemas of what health answers to machines.
import { Type } from 'typebox';
import { VERSION } from '../../../settings/version.ts';
import { named } from '../common.ts';

export const Version = Type.String({ description: 'The version of the software that answers.' });
export const Sandbox = Type.Boolean({
  description: 'True where nothing is real: bureaus are simulated, and texts reach no phone.',
});

export const Liveness = Type.Object(
  { status: Type.Enum(['live'], { description: 'Always `live`.' }), version: Version, sandbox: Sandbox },
  {
    ...named('Liveness'),
    description: 'Alive.',
    examples: [{ status: 'live', version: VERSION, sandbox: false }],
  },
);
