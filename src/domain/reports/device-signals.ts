// The device signals of the fingerprint script, validated: anyone can post anything, so only known fields of the right type are kept.
// Signals can be forged and collide: they are a key for counting, never a proof.

export type DeviceSignals = {
  userAgent?: string;
  platform?: string;
  brandPlatform?: string;
  languages?: string[];
  timeZone?: string;
  screen?: number[];
  colorDepth?: number;
  cores?: number;
  memoryGb?: number;
  touchPoints?: number;
  graphics?: { vendor: string; renderer: string };
  canvas?: string;
  /** The kinds of automation that were detected; empty for an ordinary browser. */
  automation?: string[];
};

/** What the browser said of the device, as it said it. */
export const SIGNALS_KEPT_DAYS = 30;
/** The keyed hashes by which a device is recognised; consumers are told so. */
export const DEVICE_HASHES_KEPT_MONTHS = 13;

const TEXT_MAX = 400;
/** Of all signals as JSON; sealing adds a few dozen. A browser sends about 700. */
const SIGNALS_BYTES_MAX = 1_900;
const LIST_MAX = 16;
const WORD_MAX = 64;

/** Without two of these, a device cannot be told from others. */
const DISTINCTIVE: (keyof DeviceSignals)[] = ['canvas', 'graphics', 'screen', 'platform'];

export function readSignals(given: unknown): DeviceSignals {
  const fields = isObject(given) ? given : {};
  const graphics = isObject(fields.graphics) ? fields.graphics : {};
  const vendor = text(graphics.vendor);
  const renderer = text(graphics.renderer);
  const found = {
    userAgent: text(fields.userAgent),
    platform: text(fields.platform),
    brandPlatform: text(fields.brandPlatform),
    languages: texts(fields.languages),
    timeZone: text(fields.timeZone),
    screen: numbers(fields.screen),
    colorDepth: number(fields.colorDepth),
    cores: number(fields.cores),
    memoryGb: number(fields.memoryGb),
    touchPoints: number(fields.touchPoints),
    graphics: vendor === undefined || renderer === undefined ? undefined : { vendor, renderer },
    canvas: text(fields.canvas),
    automation: texts(fields.automation),
  };
  return withinBytes(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** As many fields as fit, in the order above: anyone can post, so what is stored of a report is small. */
function withinBytes(fields: [string, unknown][]): DeviceSignals {
  let bytes = 2;
  const kept = fields.filter(([name, value]) => {
    const size = Buffer.byteLength(JSON.stringify(value)) + name.length + 4;
    if (bytes + size > SIGNALS_BYTES_MAX) return false;
    bytes += size;
    return true;
  });
  return Object.fromEntries(kept);
}

/**
 * The stable signals of a device as one text to be hashed. Languages, time zone and browser version are left out: they change while
 * the device does not. Null when there are too few signals to tell devices apart.
 */
export function deviceKeyOf(signals: DeviceSignals): string | null {
  if (DISTINCTIVE.filter((name) => signals[name] !== undefined).length < 2) return null;
  const { platform, screen, colorDepth, cores, memoryGb, touchPoints, graphics, canvas } = signals;
  return JSON.stringify([
    platform ?? null,
    screen ?? null,
    colorDepth ?? null,
    cores ?? null,
    memoryGb ?? null,
    touchPoints ?? null,
    graphics === undefined ? null : [graphics.vendor, graphics.renderer],
    canvas ?? null,
  ]);
}

export type DeviceFlag = 'automation' | 'signals-missing' | 'signals-inconsistent';

/** Suspicious marks of a device, from its signals and from the headers of the same request. */
export function flagsOf(
  signals: DeviceSignals,
  headers: { userAgent: string | undefined; acceptLanguage: string | undefined },
): DeviceFlag[] {
  const flags: DeviceFlag[] = [];
  if ((signals.automation ?? []).length > 0) flags.push('automation');
  if (deviceKeyOf(signals) === null) flags.push('signals-missing');
  if (isInconsistent(signals, headers)) flags.push('signals-inconsistent');
  return flags;
}

function isInconsistent(
  { userAgent, brandPlatform, languages }: DeviceSignals,
  headers: { userAgent: string | undefined; acceptLanguage: string | undefined },
): boolean {
  if (userAgent !== undefined && userAgent !== headers.userAgent?.slice(0, TEXT_MAX)) return true;
  const named = /Windows|Android|Mac|Linux|CrOS/.exec(userAgent ?? '')?.[0];
  const brand = /Windows|Android|Mac|Linux|Chrome ?OS/
    .exec(brandPlatform ?? '')?.[0]
    ?.replace(/Chrome ?OS/, 'CrOS');
  // An Android phone also says Linux, and claims to be Linux when it requests desktop pages.
  const isOtherSystem = named !== undefined && brand !== undefined && named !== brand;
  if (isOtherSystem && !(named === 'Linux' && brand === 'Android')) return true;
  const [first] = languages ?? [];
  const accepted = headers.acceptLanguage?.trim();
  if (first === undefined || accepted === undefined || accepted === '' || accepted.startsWith('*'))
    return false;
  return primary(first) !== primary(accepted);
}

function primary(language: string): string {
  return language.toLowerCase().split(/[-_,;]/)[0] ?? '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e6 ? value : undefined;
}

function texts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, LIST_MAX).flatMap((one) => text(one)?.slice(0, WORD_MAX) ?? []);
}

function numbers(value: unknown): number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, LIST_MAX).flatMap((one) => number(one) ?? []);
}
