// How a tenant's hosted pages look: its name, a logo, one colour. The colour is forced to a contrast that everybody can read (WCAG 2 AA),
// once for light pages and once for dark ones; what the tenant chose is kept beside it.

const CONTRAST_AA = 4.5;
/** The backgrounds of the hosted pages. */
export const PAGE_LIGHT = '#ffffff';
export const PAGE_DARK = '#14181c';
/** What links stand on: the page, and its boxes (web/tokens.css). The colour has to stand out from each. */
export const GROUNDS = {
  light: [PAGE_LIGHT, '#f7f8f6', '#e7f0fb', '#e6f4ea', '#fff3df', '#fdecea', '#efebff'],
  dark: [PAGE_DARK, '#151b19', '#10263f', '#12301d', '#33230a', '#3a1613', '#241c45'],
};
/** Of a tenant that has chosen none. */
export const COLOUR_DEFAULT = '#1f5f4a';

/** The pages that can be looked at before there is a link. */
export const PREVIEW_PAGES = ['start', 'consent', 'problem'] as const;
export type PreviewPage = (typeof PREVIEW_PAGES)[number];

const HEX = /^#[0-9a-f]{6}$/;

export function isColour(text: string): boolean {
  return HEX.test(text);
}

/** `light`: for white pages, and white text stands on it. `dark`: for dark pages, and dark text stands on it. */
export type Colours = { light: string; dark: string; wasChanged: boolean };

/** The nearest shades of a colour that can be read: darkened for light pages, lightened for dark ones, hue and proportions kept. */
export function readableColours(colour: string): Colours {
  const light = mixedUntil(colour, '#000000', GROUNDS.light);
  const dark = mixedUntil(colour, '#ffffff', GROUNDS.dark);
  return { light, dark, wasChanged: light !== colour };
}

/** Of two colours, 1 to 21, as WCAG 2 computes it. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function canBeRead(colour: string, grounds: readonly string[]): boolean {
  return grounds.every((ground) => contrast(colour, ground) >= CONTRAST_AA);
}

function mixedUntil(colour: string, towards: string, grounds: readonly string[]): string {
  for (let share = 0; share <= 100; share += 1) {
    const mixed = mix(colour, towards, share / 100);
    if (canBeRead(mixed, grounds)) return mixed;
  }
  return towards;
}

function mix(colour: string, other: string, share: number): string {
  const [from, to] = [channels(colour), channels(other)];
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
