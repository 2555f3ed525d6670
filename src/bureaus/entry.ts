// An entry of the registry: all that the service knows of one bureau. Each bureau's folder has one, in its entry.ts; index.ts lists
// them. `Own` stands for the values of the bureau's own settings.
import type { SearchRoom } from '../domain/reports/coverage.ts';
import type { BureauId } from '../domain/reports/credit-report.ts';
import type { FilePart } from '../domain/reports/file-parts.ts';
import type { Setting } from '../settings/setting.ts';
import type { Adapter, Call } from './bureau.ts';
import type { Chance } from './simulation/population/chance.ts';
import type { BureauDistortion } from './simulation/population/distortion.ts';
import type { Simulator, SimulatorNeeds } from './simulation/simulator.ts';

export type BureauEntry<Own> = {
  id: BureauId;
  /** By name, each name starting with the id in capitals. ConnectionSettings says which four every bureau has. */
  settings: Record<string, Setting<unknown>>;
  /** Mistakes between these settings, a sentence each: a purpose that is not soft, an address without credentials. */
  settingsProblems(values: Own): string[];
  createAdapter(needs: AdapterNeeds<Own>): Adapter;
  /** The parts of a file that these settings ask for, beside accounts, searches and addresses; absent: none. */
  asks?(values: Own): FilePart[];
  createSimulator(needs: SimulatorNeeds): Simulator;
  /** The settings under which the adapter speaks to its simulator at this address, credentials included. */
  simulatedSettings(baseUrl: string): Partial<Own>;
  /** How many names and addresses of a consumer its search takes. */
  searchRoom: SearchRoom;
  /** How this bureau's simulated files differ from the truth. */
  distortion: BureauDistortion;
  /** An account's reference in test mode's reports. The shape is ours and unlike the other bureaus'. */
  syntheticReference(int: Chance['int']): string;
};

export type AdapterNeeds<Own> = {
  call: Call;
  settings: Own;
  /** Wall-clock time: some replies are read by today's date. */
  nowMs: () => number;
  /** A warning for the operator in fixed words of ours, such as a password that is about to expire. */
  onNotice: (notice: string) => void;
};

/** What every bureau has under its own prefix: its address and its files for mutual TLS. */
export type ConnectionSettings<Id extends BureauId> = Record<
  `${Uppercase<Id>}_${'URL' | 'CERTIFICATE_FILE' | 'KEY_FILE' | 'CA_FILE'}`,
  Setting<string | null>
>;
