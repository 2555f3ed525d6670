// The leaf: the icon of every page, and the picture beside the name.
import { Html } from './html.ts';

const SHAPES =
  '<circle cx="12" cy="7" r="5"/><circle cx="7" cy="14" r="5"/><circle cx="17" cy="14" r="5"/><path d="M11 14h2l1 9h-4z"/>';

export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#0b5d51">${SHAPES}</svg>`;
/** For pages that load no picture. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_SVG)}`;

/** In the colour of its text. */
export const leaf = (size: number): Html =>
  new Html(
    `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="currentColor" aria-hidden="true">${SHAPES}</svg>`,
  );
