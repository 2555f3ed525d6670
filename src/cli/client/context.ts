// Which tenant at which service a command speaks to: the context that is named, the one of the environment, the one in use, or the demo
// tenant of the service in this folder.
import { join } from 'node:path';
import { type ClientConfig, CONTEXT_VARIABLES, type Context } from '../../config/client-config.ts';
import { CommandFailed } from '../command.ts';
import { readPrivate, writePrivate } from './private-files.ts';

type Kept = { current: string; contexts: Record<string, Context> };

const fileOf = ({ folder }: ClientConfig): string => join(folder, 'contexts.json');

function readKept(config: ClientConfig): Kept {
  const kept = readPrivate(fileOf(config)) as Partial<Kept> | null;
  return { current: kept?.current ?? '', contexts: kept?.contexts ?? {} };
}

/** Keeps a context and makes it the one in use. */
export function keepContext(config: ClientConfig, name: string, context: Context): void {
  const { contexts } = readKept(config);
  writePrivate(fileOf(config), { current: name, contexts: { ...contexts, [name]: context } });
}

export function forgetContext(config: ClientConfig, name: string): boolean {
  const { current, contexts } = readKept(config);
  const { [name]: gone, ...rest } = contexts;
  if (gone === undefined) return false;
  writePrivate(fileOf(config), { current: current === name ? '' : current, contexts: rest });
  return true;
}

/** Without their secrets. */
export function listContexts(config: ClientConfig) {
  const { current, contexts } = readKept(config);
  return Object.entries(contexts).map(([name, { clientSecret: _kept, ...context }]) => ({
    name,
    inUse: name === current,
    ...context,
  }));
}

export function useContext(config: ClientConfig, name: string): boolean {
  const { contexts } = readKept(config);
  if (contexts[name] === undefined) return false;
  writePrivate(fileOf(config), { current: name, contexts });
  return true;
}

export async function chooseContext(
  config: ClientConfig,
  named: string | undefined,
  demo: () => Promise<Context | null>,
): Promise<{ context: Context; from: string }> {
  const wanted = named ?? config.contextName;
  if (wanted === undefined && Object.keys(config.given).length > 0) return fromEnvironment(config);
  const { current, contexts } = readKept(config);
  const name = wanted ?? current;
  const context = contexts[name];
  if (context !== undefined) return { context, from: `context ${name}` };
  if (wanted !== undefined)
    throw new CommandFailed('There is no context with this name. See: trefoil contexts list');
  const ofDemo = await demo();
  if (ofDemo !== null) return { context: ofDemo, from: 'demo tenant of this folder' };
  throw new CommandFailed(
    `No service is chosen. Run: trefoil login, or set ${Object.values(CONTEXT_VARIABLES).join(', ')}.`,
  );
}

function fromEnvironment({ given }: ClientConfig): { context: Context; from: string } {
  const missing = Object.entries(CONTEXT_VARIABLES).filter(
    ([part]) => given[part as keyof Context] === undefined,
  );
  if (missing.length > 0)
    throw new CommandFailed(
      `${missing.map(([, name]) => name).join(', ')} must be set too, beside the TREFOIL_… that are.`,
    );
  return { context: given as Context, from: 'environment' };
}
