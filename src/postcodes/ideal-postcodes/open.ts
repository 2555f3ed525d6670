// Opens Ideal Postcodes from its settings. Without a key it is the simulator.
import type { UkAddress } from '../../domain/reports/consumer.ts';
import type { AddressFinder } from '../finder.ts';
import type { FinderValues } from '../settings.ts';
import { createIdealPostcodes } from './client.ts';
import { startIdealPostcodesSimulator } from './simulator.ts';

export async function openIdealPostcodes(
  values: FinderValues,
  residents: readonly UkAddress[],
): Promise<AddressFinder> {
  const { IDEAL_POSTCODES_URL: url, IDEAL_POSTCODES_KEY: key } = values;
  const deadlineMs = values.IDEAL_POSTCODES_DEADLINE_MS;
  if (key !== null) return createIdealPostcodes({ url, key, deadlineMs });
  const simulator = await startIdealPostcodesSimulator(residents);
  const client = createIdealPostcodes({ url: simulator.url, key: simulator.key, deadlineMs });
  return {
    find: client.find,
    close: async () => {
      await client.close();
      await simulator.close();
    },
  };
}
