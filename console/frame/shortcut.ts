// A global shortcut with Ctrl. Never a single letter: it would conflict with speech input (WCAG 2.1.4).
import { useEffect } from 'react';

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
