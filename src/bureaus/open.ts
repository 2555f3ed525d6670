// Opens the bureaus that live mode can ask: the real one where an address is set, our simulator where none is. A simulator is a
// real server on loopback, so that every search goes over HTTP.
import { readFileSync } from 'node:fs';
import type { BureauId } from '../domain/reports/credit-report.ts';
import { BadSetting } from '../settings/setting.ts';
import { createCall } from './asking/call.ts';
import { createGuarded, type Watchers } from './asking/guarded.ts';
import type { Bureau, Call } from './bureau.ts';
import { BUREAUS, type RegisteredBureau } from './index.ts';
import { type BureauSettings, type Connection, connectionOf } from './settings.ts';
import { createPopulation, type Population } from './simulation/population/population.ts';
import { type SimulatorServer, startSimulator } from './simulation/server.ts';

type OpenBureaus = {
  bureaus: Map<BureauId, Bureau>;
  /** The simulators that were started, with their addresses on loopback. */
  simulators: { id: BureauId; url: string }[];
  close(): Promise<void>;
};

export type BureausNeeds = Watchers & {
  settings: BureauSettings;
  /** The people whom the simulators have files on; by default the invented population, as of today. */
  population?: Pick<Population, 'bureau'>;
  /** A warning for the operator, in fixed words of ours. */
  onNotice: (bureau: BureauId, notice: string) => void;
  entries?: readonly RegisteredBureau[];
  /** Stands between an adapter and its exchanges, for whoever wants to see them. */
  between?: (call: Call) => Call;
};

export async function openBureaus(needs: BureausNeeds): Promise<OpenBureaus> {
  const entries = (needs.entries ?? BUREAUS).filter(({ id }) => needs.settings.BUREAUS.includes(id));
  const population = needs.population ?? inventedPopulation();
  const bureaus = new Map<BureauId, Bureau>();
  const servers: { id: BureauId; server: SimulatorServer }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([...bureaus.values()].map((bureau) => bureau.close()));
    await Promise.all(servers.map(({ server }) => server.close()));
  };
  try {
    for (const entry of entries) {
      const connection = connectionOf(needs.settings, entry.id);
      let { settings } = needs;
      if (connection.url === null) {
        const people = population.bureau(entry.id);
        const dialect = settings.SIMULATED_BUREAUS_DIALECT;
        const server = await startSimulator(entry.createSimulator({ people, nowMs, dialect }));
        servers.push({ id: entry.id, server });
        settings = { ...settings, ...entry.simulatedSettings(server.url) };
      }
      bureaus.set(entry.id, openBureau(entry, settings, connection, needs));
    }
  } catch (error) {
    // A listening server would keep the process alive.
    await close();
    throw error;
  }
  return { bureaus, simulators: servers.map(({ id, server }) => ({ id, url: server.url })), close };
}

/** Wall-clock time on a monotonic base: adapters also compute token lifetimes from it, which a clock change must not stretch. */
const nowMs = (): number => performance.timeOrigin + performance.now();

/** The same people on every machine: the documents name some of them. */
export function inventedPopulation(): Population {
  return createPopulation({ seed: 'trefoil', today: new Date().toISOString().slice(0, 10) });
}

function openBureau(
  entry: RegisteredBureau,
  settings: BureauSettings,
  connection: Connection,
  needs: BureausNeeds,
): Bureau {
  const { id } = entry;
  const { call, close } = createCall({ tls: tlsOf(id, connection) });
  const onNotice = (notice: string) => needs.onNotice(id, notice);
  return createGuarded({
    id,
    adapter: entry.createAdapter({ call: needs.between?.(call) ?? call, settings, nowMs, onNotice }),
    isSimulated: connection.url === null,
    asks: entry.asks?.(settings) ?? [],
    callsMax: settings.BUREAU_CALLS_MAX,
    close,
    onOutcome: needs.onOutcome,
    onBreaker: needs.onBreaker,
    onFault: needs.onFault,
  });
}

function tlsOf(id: BureauId, { certificateFile, keyFile, caFile }: Connection) {
  const read = (name: string, path: string | null) => {
    if (path === null) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch {
      throw new BadSetting(
        `${id.toUpperCase()}_${name}_FILE names a file that cannot be read. Check the path and its permissions.`,
      );
    }
  };
  const [cert, key, ca] = [read('CERTIFICATE', certificateFile), read('KEY', keyFile), read('CA', caFile)];
  return {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(ca !== undefined && { ca }),
  };
}
