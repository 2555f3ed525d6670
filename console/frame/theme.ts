// Light, dark, or the system's setting. Stored in this browser.
export type Theme = 'system' | 'light' | 'dark';
const KEY = 'trefoil-theme';

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function applyTheme(theme: Theme = readTheme()): void {
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset.theme = theme;
}
