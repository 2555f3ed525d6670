// A global shortcut with Ctrl, or with ⌘ on a Mac. Never a single letter: it would conflict with speech input (WCAG 2.1.4).
import { useEffect } from 'react';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** As keys are written on this system, before a letter. */
export const modifier = (): string => (isMac ? '⌘' : 'Ctrl ');

export function useShortcut(key: string, act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the action does not change while mounted
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== key) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [key]);
}
