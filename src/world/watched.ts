// Wraps every call to a world in a trace span, with a failpoint before and after it: no call to the outside can be added without them.
import { failpoint } from '../storage/engine/connection/failpoints.ts';
import { traced } from '../telemetry/trace.ts';
import type { World } from './world.ts';

type Calls = Omit<World, 'isFree' | 'newCode' | 'readPhone' | 'rehearse'>;

export function watched(world: World): World {
  const around = <Args extends unknown[], Answer>(name: string, call: (...args: Args) => Promise<Answer>) => {
    return async (...args: Args): Promise<Answer> => {
      failpoint(`before ${name}`);
      const answer = await traced(name, {}, () => call(...args));
      failpoint(`after ${name}`);
      return answer;
    };
  };
  // Named one by one: the compiler demands a new call of the world here too.
  const calls: Calls = {
    assess: around('world.assess', (request) => world.assess(request)),
    sendCode: around('world.sendCode', (message) => world.sendCode(message)),
    fetchCreditReport: around('world.fetchCreditReport', (subject) => world.fetchCreditReport(subject)),
  };
  const { isFree, newCode, readPhone } = world;
  return { ...calls, isFree, newCode, readPhone };
}
