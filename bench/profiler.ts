// V8's profiler in a measured server: its own time by function, and by the folder or package that the function is in.
import { Session } from 'node:inspector/promises';

/** Milliseconds by name, the most first. */
export type Profiled = { totalMs: number; byPlace: [string, number][]; byFunction: [string, number][] };

const session = new Session();

export async function startProfile(): Promise<object> {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  return {};
}

export async function endProfile(): Promise<Profiled> {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [byPlace, byFunction] = [new Map<string, number>(), new Map<string, number>()];
  let totalMs = 0;
  profile.samples?.forEach((id, index) => {
    const { functionName = '', url = '', lineNumber = 0 } = frames.get(id) ?? {};
    if (functionName === '(idle)') return;
    const ms = (profile.timeDeltas?.[index] ?? 0) / 1000;
    const place = placeOf(url, functionName);
    totalMs += ms;
    byPlace.set(place, (byPlace.get(place) ?? 0) + ms);
    const name = `${functionName || 'without a name'}, ${url.split('/').at(-1)}:${lineNumber + 1}, ${place}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + ms);
  });
  const most = (of: Map<string, number>) => [...of].sort(([, a], [, b]) => b - a);
  return { totalMs, byPlace: most(byPlace), byFunction: most(byFunction) };
}

function placeOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native';
  if (url.startsWith('node:')) return url;
  const ofPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return ofPackage ?? /\/((?:src|bench|test)(?:\/[^/]+){0,2})\//.exec(url)?.[1] ?? url;
}
