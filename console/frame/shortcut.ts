// A key with Ctrl that does something wherever one is. Never a letter alone: it would take it from whoever speaks their commands.
import { useEffect } from 'react';

export function useShortcut(key: string, act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does is the same for as long as it is there
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
